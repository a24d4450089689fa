/** What a day of travel has to be, for the form and behind the APIs. Pure. */
import { addYears, isDay, type Day } from "./day.rules";

/** Nobody's visa is applied for earlier than that. */
export const maxYearsAhead = 2;

/** What is wrong with a day of travel; undefined where nothing is. `today` is the day in India. */
export function findTravelDateViolation(travelDate: string, today: Day): string | undefined {
  if (!isDay(travelDate)) return "Travel date must be a real date";
  if (travelDate < today) return "Travel date cannot be in the past";
  return travelDate > addYears(today, maxYearsAhead)
    ? `Travel date can be ${maxYearsAhead} years ahead at most`
    : undefined;
}

/** Whether the visa is expected by the day of travel. */
export function arrivesInTime(expectedDate: Day, travelDate: Day): boolean {
  return expectedDate <= travelDate;
}

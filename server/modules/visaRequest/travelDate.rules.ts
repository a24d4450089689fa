/** Rules for the travel date, shared by the form and the APIs. Pure. */
import { addYears, isDay, type Day } from "../../core/day.rules";

/** Applications open at most this many years before travel. */
export const maxYearsAhead = 2;

/** Returns the problem with a travel date, or undefined if it is valid. `today` is the day in India. */
export function findTravelDateViolation(travelDate: string, today: Day): string | undefined {
  if (!isDay(travelDate)) return "Travel date must be a real date";
  if (travelDate < today) return "Travel date cannot be in the past";
  return travelDate > addYears(today, maxYearsAhead)
    ? `Travel date can be ${maxYearsAhead} years ahead at most`
    : undefined;
}

export function arrivesInTime(expectedDate: Day, travelDate: Day): boolean {
  return expectedDate <= travelDate;
}

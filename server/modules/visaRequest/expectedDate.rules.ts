/** The day on which a visa is expected. Pure. */
import { addDays, type Day } from "../../core/day.rules";
import { daysUntilVisa } from "../../core/processingTime.rules";

/** Returns the expected day of a visa. */
export function expectedDay(requestedOn: Day, processingTimeDays: number): Day {
  return addDays(requestedOn, daysUntilVisa(processingTimeDays));
}

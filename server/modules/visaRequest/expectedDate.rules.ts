/** The day on which a visa is expected. Pure. */
import { addDays, daysBetween, todayInKolkata, type Day } from "../../core/day.rules";
import { daysUntilVisa } from "../../core/processingTime.rules";
import type { VisaRequestEntity } from "./visaRequest.entity";
import type { VisaRequestStatus } from "./visaRequest.rules";

export function expectedDay(requestedOn: Day, processingTimeDays: number): Day {
  return addDays(requestedOn, daysUntilVisa(processingTimeDays));
}

type Hold = Pick<VisaRequestEntity, "waitingSince" | "expectedDate">;

/** Returns what a move to that status changes: the expected day is put off by the days spent waiting. */
export function holdExpectedDay(
  { waitingSince, expectedDate }: Hold,
  to: VisaRequestStatus,
  at: Date,
): Partial<Hold> {
  if (to === "ACTION_REQUIRED") return { waitingSince: at.toISOString() };
  if (waitingSince === null) return {};
  const waited = daysBetween(todayInKolkata(new Date(waitingSince)), todayInKolkata(at));
  return { waitingSince: null, expectedDate: addDays(expectedDate, waited) };
}

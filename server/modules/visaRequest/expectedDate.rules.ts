/** The day on which a visa is expected. Pure. */
import { addDays, daysBetween, todayInKolkata, type Day } from "../../core/day.rules";
import { daysUntilVisa } from "../../core/processingTime.rules";
import type { VisaRequestEntity } from "./visaRequest.entity";
import type { VisaRequestStatus } from "./visaRequest.rules";

export function expectedDay(requestedOn: Day, processingTimeDays: number): Day {
  return addDays(requestedOn, daysUntilVisa(processingTimeDays));
}

type Started = Pick<VisaRequestEntity, "visaRequestStatus" | "createdAt" | "expectedDate">;

/**
 * Returns the day on which the visa is expected. For an unpaid request, the days since its creation are added, because
 * processing begins with the payment.
 */
export function currentExpectedDate({ visaRequestStatus, createdAt, expectedDate }: Started, now: Date): Day {
  if (visaRequestStatus !== "PENDING") return expectedDate;
  const waited = daysBetween(todayInKolkata(new Date(createdAt)), todayInKolkata(now));
  return addDays(expectedDate, Math.max(waited, 0));
}

type Hold = Pick<VisaRequestEntity, "waitingSince" | "expectedDate">;

/**
 * Returns the columns that a move to that status changes: the days spent waiting for the traveller are added to the
 * expected date.
 */
export function postponeForHold(
  { waitingSince, expectedDate }: Hold,
  to: VisaRequestStatus,
  at: Date,
): Partial<Hold> {
  if (to === "ACTION_REQUIRED") return { waitingSince: at.toISOString() };
  if (waitingSince === null) return {};
  const waited = daysBetween(todayInKolkata(new Date(waitingSince)), todayInKolkata(at));
  return { waitingSince: null, expectedDate: addDays(expectedDate, waited) };
}

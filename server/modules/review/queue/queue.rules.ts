import { toStoredPhone } from "../../user/phoneCountry.rules";
import { applicantFields } from "../../applicant/applicantFields.rules";
import { addDays, type Day } from "../../../core/day.rules";
import { isReferenceNumber } from "../../visaRequest/referenceNumber.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaRequestStatus } from "../../visaRequest/visaRequest.rules";

export interface QueueFilter {
  status?: VisaRequestStatus | null;
  countryName?: string | null;
  expectedFrom?: Day | null;
  expectedTo?: Day | null;
  overdue?: boolean | null;
  assigned?: "MINE" | "NOBODY" | "ANYBODY" | null;
  money?: QueuedMoney | null;
}

/** Money that is due for a refund, or was moved outside the portal and needs a decision. */
export type QueuedMoney = "DUE" | "TO_DECIDE";

/** The filter as database conditions, joined by AND. */
export interface QueueCondition {
  /** Null for the whole queue. */
  status: VisaRequestStatus | null;
  /** True to leave out applications that wait for the traveller. */
  isOursToDo: boolean;
  countryName: string | null;
  expectedFrom: Day | null;
  expectedTo: Day | null;
  /** Undefined for all cases, null for unassigned ones. */
  assignedStaffId: string | null | undefined;
  /** Null if money does not matter; any other value includes applications that are not in the queue. */
  money: QueuedMoney | null;
}

/**
 * Returns the database conditions, or undefined if nothing can match: applications that wait for the traveller or
 * are decided are never overdue.
 */
export function readFilter(
  filter: QueueFilter,
  { staffId, today }: { staffId: string; today: Day },
): QueueCondition | undefined {
  const status = filter.status ?? null;
  const overdue = filter.overdue === true;
  if (overdue && status !== null && !oursToDo.includes(status)) return undefined;
  const until = [filter.expectedTo, overdue ? addDays(today, -1) : undefined].filter((day) => day != null);
  return {
    status,
    isOursToDo: overdue,
    countryName: filter.countryName?.trim() || null,
    expectedFrom: filter.expectedFrom ?? null,
    expectedTo: until.sort()[0] ?? null,
    money: filter.money ?? null,
    assignedStaffId: filter.assigned === "MINE" ? staffId : filter.assigned === "NOBODY" ? null : undefined,
  };
}

/** The states in which an application waits for staff. */
export const oursToDo: readonly VisaRequestStatus[] = ["SUBMITTED", "PROCESSING"];

/** True if the expected date has passed while the application waits for staff. */
export function isOverdue(
  { visaRequestStatus, expectedDate }: Pick<VisaRequestEntity, "visaRequestStatus" | "expectedDate">,
  today: Day,
): boolean {
  return oursToDo.includes(visaRequestStatus) && expectedDate < today;
}

/** The number in a search text; each kind has a distinct format. */
export type QueueSearch = { visaReferenceNo: string } | { mobile: string } | { passportNumber: string };

/** Returns undefined for anything but a reference number, a passport number (up to 9 characters) or a mobile number. */
export function readSearch(text: string): QueueSearch | undefined {
  const compact = text.toUpperCase().replace(/[\s\-–.]/g, "");
  const body = /^VP([A-Z0-9]{9})$/.exec(compact)?.[1] ?? findBareReference(text);
  if (body) {
    const visaReferenceNo = `VP-${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}`;
    return isReferenceNumber(visaReferenceNo) ? { visaReferenceNo } : undefined;
  }
  if (/^[A-Z0-9]+$/.test(compact) && compact.length <= applicantFields.passportNumber.maxLength)
    return { passportNumber: compact };
  const mobile = toStoredPhone(text.trim());
  return mobile ? { mobile } : undefined;
}

/** Returns the characters of a reference number that was typed without its `VP`: `XXXX-XXXX-C`. */
function findBareReference(text: string): string | undefined {
  const match = /^\s*([A-Z0-9]{4})-([A-Z0-9]{4})-([A-Z0-9])\s*$/i.exec(text);
  return match ? match.slice(1).join("").toUpperCase() : undefined;
}

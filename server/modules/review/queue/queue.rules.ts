/** What of the review queue is asked for. Pure. */
import { normalisePhone } from "../../user/phone.rules";
import { applicantFields } from "../../applicant/applicantFields.rules";
import { addDays, type Day } from "../../visaRequest/day.rules";
import { isReferenceNumber } from "../../visaRequest/referenceNumber.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { queueStatuses, type VisaRequestStatus } from "../../visaRequest/visaRequest.rules";

/** What of the queue to show, as it was asked. */
export interface QueueFilter {
  status?: VisaRequestStatus | null;
  countryName?: string | null;
  expectedFrom?: Day | null;
  expectedTo?: Day | null;
  overdue?: boolean | null;
  assigned?: "MINE" | "NOBODY" | "ANYBODY" | null;
  money?: QueuedMoney | null;
}

/** Money that is to go back, or that moved without us and is not decided on. */
export type QueuedMoney = "DUE" | "TO_DECIDE";

/** The same as the database is asked: all conditions together. */
export interface QueueCondition {
  /** Null for all in the queue. */
  status: VisaRequestStatus | null;
  /** Whether what waits for the traveller is left out. */
  isOursToDo: boolean;
  countryName: string | null;
  expectedFrom: Day | null;
  expectedTo: Day | null;
  /** Undefined for no matter who, null for nobody. */
  assignedStaffId: string | null | undefined;
  /** Null for no matter which; else also what is not in the queue any more or not yet. */
  money: QueuedMoney | null;
}

/** Undefined where nothing can be in it: what waits for the traveller or is decided is never overdue. */
export function readFilter(
  filter: QueueFilter,
  { staffId, today }: { staffId: string; today: Day },
): QueueCondition | undefined {
  const status = filter.status ?? null;
  const overdue = filter.overdue === true;
  if (overdue && status !== null && !mayBeOverdue(status)) return undefined;
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

function isInQueue(status: VisaRequestStatus): boolean {
  return (queueStatuses as readonly VisaRequestStatus[]).includes(status);
}

function mayBeOverdue(status: VisaRequestStatus): boolean {
  return isInQueue(status) && status !== "ACTION_REQUIRED";
}

/** Whether the expected day has passed while it is in the queue and ours to do. */
export function isOverdue(
  { visaRequestStatus, expectedDate }: Pick<VisaRequestEntity, "visaRequestStatus" | "expectedDate">,
  today: Day,
): boolean {
  return mayBeOverdue(visaRequestStatus) && expectedDate < today;
}

/** What a text looks for: told from its form, which no two of them share. */
export type QueueSearch = { visaReferenceNo: string } | { mobile: string } | { passportNumber: string };

/**
 * Reads a search. A reference number is known by its `VP`, or by its dashes; a passport number has 9 signs at most, and
 * a mobile number more or a `+`. Undefined where it is none of them, or a reference number that cannot be.
 */
export function readSearch(text: string): QueueSearch | undefined {
  const compact = text.toUpperCase().replace(/[\s\-–.]/g, "");
  const body = /^VP([A-Z0-9]{9})$/.exec(compact)?.[1] ?? findBareReference(text);
  if (body) {
    const visaReferenceNo = `VP-${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}`;
    return isReferenceNumber(visaReferenceNo) ? { visaReferenceNo } : undefined;
  }
  if (/^[A-Z0-9]+$/.test(compact) && compact.length <= applicantFields.passportNumber.maxLength)
    return { passportNumber: compact };
  const mobile = normalisePhone(text.trim());
  return mobile ? { mobile } : undefined;
}

/** `XXXX-XXXX-C` as somebody reads it out who leaves the `VP` away. */
function findBareReference(text: string): string | undefined {
  const match = /^\s*([A-Z0-9]{4})-([A-Z0-9]{4})-([A-Z0-9])\s*$/i.exec(text);
  return match ? match.slice(1).join("").toUpperCase() : undefined;
}

/** The contents of the audit log and the text that is hashed. Pure. */
import type { FilePurpose } from "../file/file.rules";

export type ActorKind = "USER" | "STAFF" | "SYSTEM" | "VISITOR" | "PARTNER";
/** All actions, each with the kind of its subject. */
export const auditActions = {
  CODE_ASKED: "LOGIN_CODE",
  CODE_REFUSED: "LOGIN_CODE",
  LOGIN: "SESSION",
  LOGOUT: "SESSION",
  SESSIONS_ENDED: "USER",
  PROFILE_CHANGED: "USER",
  PHONE_CHANGED: "USER",
  EXPORT_MADE: "USER",
  ACCOUNT_ERASED: "USER",
  ACCOUNT_SET_ASIDE: "USER",
  IDENTITY_CONFIRMED: "USER",
  IDENTITY_REFUSED: "USER",
  STAFF_ADDED: "STAFF_MEMBER",
  STAFF_REMOVED: "STAFF_MEMBER",
  PASSPORT_NOT_FOUND: "STAFF_MEMBER",
  SECOND_FACTOR_SET_UP: "STAFF_MEMBER",
  SECOND_FACTOR_GIVEN: "STAFF_MEMBER",
  SECOND_FACTOR_REFUSED: "STAFF_MEMBER",
  SECOND_FACTOR_RESET: "STAFF_MEMBER",
  REQUEST_CREATED: "REQUEST",
  REQUEST_CANCELLED: "REQUEST",
  TRAVEL_DATE_CHANGED: "REQUEST",
  HANDOVER_CREATED: "REQUEST",
  HANDOVER_TAKEN: "REQUEST",
  PAPERS_SEEN: "REQUEST",
  PASSPORT_SEARCHED: "REQUEST",
  PAPERS_EXPIRED: "REQUEST",
  CASE_TAKEN: "REQUEST",
  CASE_RELEASED: "REQUEST",
  REVIEW_STARTED: "REQUEST",
  NOTE_ADDED: "REQUEST",
  APPLICANT_CREATED: "APPLICANT",
  APPLICANT_CHANGED: "APPLICANT",
  APPLICANT_REMOVED: "APPLICANT",
  APPLICANT_KEPT: "APPLICANT",
  APPLICANT_FORGOTTEN: "APPLICANT",
  MRZ_ENTERED: "APPLICANT",
  CORRECTION_ASKED: "APPLICANT",
  CORRECTION_CHANGED: "APPLICANT",
  CORRECTION_WITHDRAWN: "APPLICANT",
  VISA_GRANTED: "APPLICANT",
  VISA_REFUSED: "APPLICANT",
  VISA_TAKEN_BACK: "APPLICANT",
  PAPER_JUDGED: "FILE",
  FILE_SEEN: "FILE",
  ORDER_MADE: "ORDER",
  PAYMENT_SETTLED: "PAYMENT",
  PAYMENT_NOT_TAKEN: "PAYMENT",
  REFUND_DUE: "PAYMENT",
  REFUND_MADE: "PAYMENT",
  REFUND_FOUND: "PAYMENT",
  DISPUTE_CHANGED: "PAYMENT",
  MONEY_TASK_CLOSED: "REQUEST",
  MESSAGE_RETRIED: "MESSAGE",
  CATALOGUE_CHANGED: "CATALOGUE",
  APPROVAL_ASKED: "APPROVAL",
  APPROVAL_AGREED: "APPROVAL",
  APPROVAL_ENDED: "APPROVAL",
  PARTNER_CREATED: "PARTNER",
  PARTNER_CHANGED: "PARTNER",
  PARTNER_ENDED: "PARTNER",
  PARTNER_MEMBER_ADDED: "PARTNER",
  PARTNER_MEMBER_REMOVED: "PARTNER",
  KEY_CREATED: "PARTNER_KEY",
  KEY_ROTATED: "PARTNER_KEY",
  KEY_ENDED: "PARTNER_KEY",
  KEY_REFUSED: "PARTNER_KEY",
  WEBHOOK_CREATED: "WEBHOOK",
  WEBHOOK_CHANGED: "WEBHOOK",
  WEBHOOK_ENDED: "WEBHOOK",
} as const;
export type AuditAction = keyof typeof auditActions;
export type SubjectKind = (typeof auditActions)[AuditAction];

/** Additional facts of an event, such as field names, ids and file kinds; never personal values. */
export interface AuditDetails {
  fields?: string[];
  visaApplicantId?: string;
  /** The purpose of the file, e.g. `PASSPORT_FRONT`. */
  purpose?: FilePurpose;
  times?: number;
  /** Why a key was rejected, e.g. `KEY_NETWORK`. */
  reason?: string;
}

/**
 * Events with this sequence or a higher one are not chained yet, because several processes insert events
 * concurrently.
 */
export const firstUnchained = 2 ** 52;

export const noHash = "0".repeat(64);

/** The fields in the order of the hashed text. */
const hashedFields = [
  "sequence",
  "at",
  "actorKind",
  "actorId",
  "action",
  "subjectKind",
  "subjectId",
  "visaRequestId",
  "ownerUserId",
  "details",
  "previousHash",
] as const;
export type HashedEvent = Readonly<Record<(typeof hashedFields)[number], string | number | null>>;

/** Returns JSON of the values in a fixed order, so that different events have different texts. */
export function canonicalText(event: HashedEvent): string {
  return JSON.stringify(hashedFields.map((field) => event[field]));
}

/** The end of the log: number of events and hash of the last one. */
export interface AuditHead {
  count: number;
  hash: string;
}

export function headText({ count, hash }: AuditHead): string {
  return JSON.stringify(["head", count, hash]);
}

/**
 * Views that an open page repeats are recorded at most once in this period: the owner's or a follower's views of a
 * file, and a staff member's views of a case.
 */
export const repeatedViewSeconds = 60 * 60;

export const viewActions = [
  "FILE_SEEN",
  "PAPERS_SEEN",
  "PASSPORT_SEARCHED",
] as const satisfies readonly AuditAction[];
export const changeActions = [
  "APPLICANT_CREATED",
  "APPLICANT_CHANGED",
  "APPLICANT_REMOVED",
  "PAPERS_EXPIRED",
] as const satisfies readonly AuditAction[];
/** The actions in `accessLog`, which shows travellers who viewed or changed their personal data. */
export type AccessAction = (typeof viewActions | typeof changeActions)[number];
export const maxAccessEvents = 100;

/**
 * Merges views and changes, each newest first. If both have enough, each gets half of the entries (views get one more
 * if `limit` is odd), so that neither displaces the other.
 */
export function mergeAccess<Event extends { sequence: number }>(
  views: readonly Event[],
  changes: readonly Event[],
  limit: number,
): Event[] {
  const shownChanges = changes.slice(0, Math.max(Math.floor(limit / 2), limit - views.length));
  const shownViews = views.slice(0, limit - shownChanges.length);
  return [...shownViews, ...shownChanges].sort((one, other) => other.sequence - one.sequence);
}

export type AccessActor = "YOU" | "PARTNER" | "TRAVELLER" | "STAFF" | "SYSTEM";

/**
 * Returns the actor as shown to the owner or the follower, without disclosing individual staff members. A partner's
 * key is not compared, because only keys of the application's partner can act on it.
 */
export function accessActor(
  event: { actorKind: string; actorId: string | null },
  viewer: { viewerId: string; isPartner: boolean; followerId: string | null },
): AccessActor {
  if (event.actorKind === "STAFF") return "STAFF";
  if (event.actorKind === "PARTNER") return viewer.isPartner ? "YOU" : "PARTNER";
  if (event.actorKind !== "USER" || event.actorId === null) return "SYSTEM";
  if (event.actorId === viewer.viewerId) return "YOU";
  return event.actorId === viewer.followerId ? "TRAVELLER" : "SYSTEM";
}

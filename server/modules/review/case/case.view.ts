import { randomUUID } from "node:crypto";
import { EncryptedText } from "../../../core/EncryptedText";
import { toRupees } from "../../../core/money.rules";
import { mayActOn, type Owners } from "../../../core/ownership.rules";
import type { Platform } from "../../../platform/adapters/Platform";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { ApplicantView, FileView } from "../../applicant/applicant.view";
import type { AuditEventEntity } from "../../audit/audit.entity";
import type { AuditDetails } from "../../audit/audit.rules";
import type { FilePurpose } from "../../file/file.rules";
import type { PaymentEntity } from "../../payment/payment.entity";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { StaffNoteEntity } from "./staffNote.entity";

export interface CaseView {
  request: VisaRequestEntity;
  viewerStaffId: string;
  /** True if the viewer's page was open already, and refreshes itself. */
  isRefresh?: boolean;
}

export interface StaffFileView extends FileView {
  kind: FilePurpose;
}

export interface NoteView extends Pick<StaffNoteEntity, "staffNoteId" | "staffId"> {
  at: string;
  text: string;
}

export interface ActivityEntry {
  at: string;
  actor: "TRAVELLER" | "PARTNER" | "STAFF" | "SYSTEM";
  staffId: string | null;
  partnerKeyId: string | null;
  action: string;
  paper: FilePurpose | null;
  visaApplicantId: string | null;
}

/** Returns an applicant's photo, passport and documents in form order, then the visa if there is one. */
export function listFiles(view: ApplicantView): StaffFileView[] {
  const { photo, passportFront, passportBack, documents, approvedVisa, waitingVisa } = view;
  const visa = approvedVisa ?? waitingVisa;
  const files = [photo, passportFront, passportBack, ...documents, ...(visa ? [visa] : [])];
  return files.map((file) => ({ ...file, kind: file.purpose }));
}

export type StaffPaymentView = ReturnType<typeof toStaffPayment>;

/** Returns a payment as staff see it, in rupees. */
export function toStaffPayment(payment: PaymentEntity) {
  const { razorpayPaymentId, visaRequestId, amount, outcome, createdAt } = payment;
  const paymentStatus = outcome === "SETTLED" ? ("PAID" as const) : outcome;
  return { razorpayPaymentId, visaRequestId, amount: toRupees(amount), paymentStatus, at: createdAt };
}

export function toActivityEntry(event: AuditEventEntity, owners: Owners): ActivityEntry {
  const { at, action, actorKind, actorId, subjectKind, subjectId } = event;
  const details = JSON.parse(event.details ?? "{}") as AuditDetails;
  const isTraveller = actorKind === "USER" && actorId !== null && mayActOn(owners, actorId);
  const isNamed = actorKind === "STAFF" || actorKind === "PARTNER";
  return {
    at,
    action,
    actor: isNamed ? actorKind : isTraveller ? "TRAVELLER" : "SYSTEM",
    staffId: actorKind === "STAFF" ? actorId : null,
    partnerKeyId: actorKind === "PARTNER" ? actorId : null,
    paper: (details.purpose as FilePurpose | undefined) ?? null,
    visaApplicantId: subjectKind === "APPLICANT" ? subjectId : (details.visaApplicantId ?? null),
  };
}

export const staffNoteText = new EncryptedText("staff-note/");

/** Returns the row of a new note, with its text encrypted. */
export function makeNote(
  { clock, keys }: Pick<Platform, "clock" | "keys">,
  { visaRequestId, staffId, text }: { visaRequestId: string; staffId: string; text: string },
): StaffNoteEntity {
  const staffNoteId = randomUUID();
  const textSealed = staffNoteText.encrypt(keys, staffNoteId, text);
  return { staffNoteId, visaRequestId, staffId, textSealed, createdAt: clock.now().toISOString() };
}

export function decryptNote(keys: KeyRing, row: StaffNoteEntity): NoteView {
  const { staffNoteId, staffId, createdAt, textSealed } = row;
  return { staffNoteId, staffId, at: createdAt, text: staffNoteText.decrypt(keys, staffNoteId, textSealed) };
}

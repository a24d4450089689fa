/** A case as staff see it: what the fields of the staff console are made of. */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { ApplicantView, FileView } from "../../applicant/applicant.view";
import type { AuditEventEntity } from "../../audit/audit.entity";
import type { AuditDetails } from "../../audit/audit.rules";
import type { FilePurpose } from "../../file/file.rules";
import type { PaymentEntity } from "../../payment/payment.entity";
import { toRupees } from "../../visaRequest/pricing.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { StaffNoteEntity } from "./staffNote.entity";

/** An application, and who of our staff looks at it. */
export interface CaseView {
  request: VisaRequestEntity;
  viewerStaffId: string;
}

export interface StaffFileView extends FileView {
  kind: FilePurpose;
  /** The required document that it answers. */
  documentName: string | null;
}

export interface NoteView {
  staffNoteId: string;
  at: string;
  staffId: string;
  text: string;
}

export interface ActivityEntry {
  at: string;
  actor: "TRAVELLER" | "STAFF" | "SYSTEM";
  /** Null where it was none of our staff. */
  staffId: string | null;
  action: string;
  paper: FilePurpose | null;
  visaApplicantId: string | null;
}

/** Photo, passport and documents of a traveller in the order of the form, and the visa where there is one. */
export function filesOf(view: ApplicantView): StaffFileView[] {
  const visa = view.approvedVisa ?? view.waitingVisa;
  return [
    { ...view.photo, kind: "PHOTO", documentName: null },
    { ...view.passportFront, kind: "PASSPORT_FRONT", documentName: null },
    { ...view.passportBack, kind: "PASSPORT_BACK", documentName: null },
    ...view.documents.map((file): StaffFileView => ({ ...file, kind: "DOCUMENT" })),
    ...(visa ? [{ ...visa, kind: "VISA" as const, documentName: null }] : []),
  ];
}

export type StaffPaymentView = ReturnType<typeof toStaffPayment>;

/** What was paid, as staff see it: in rupees, and with where the money is. */
export function toStaffPayment(payment: PaymentEntity) {
  const { razorpayPaymentId, visaRequestId, amount, outcome, createdAt } = payment;
  const paymentStatus = outcome === "SETTLED" ? ("PAID" as const) : outcome;
  return { razorpayPaymentId, visaRequestId, amount: toRupees(amount), paymentStatus, at: createdAt };
}

export function toActivityEntry(event: AuditEventEntity, ownerUserId: string): ActivityEntry {
  const { at, action, actorKind, actorId, subjectKind, subjectId } = event;
  const details = JSON.parse(event.details ?? "{}") as AuditDetails;
  const isOwner = actorKind === "USER" && actorId === ownerUserId;
  return {
    at,
    action,
    actor: actorKind === "STAFF" ? "STAFF" : isOwner ? "TRAVELLER" : "SYSTEM",
    staffId: actorKind === "STAFF" ? actorId : null,
    paper: (details.purpose as FilePurpose | undefined) ?? null,
    visaApplicantId: subjectKind === "APPLICANT" ? subjectId : (details.visaApplicantId ?? null),
  };
}

/** The row of a note, its text sealed. */
export function sealNote(
  keys: KeyRing,
  { staffNoteId, at, staffId, text }: NoteView,
  visaRequestId: string,
): StaffNoteEntity {
  const textSealed = keys.sealText(text, noteContext(staffNoteId));
  return { staffNoteId, visaRequestId, staffId, textSealed, createdAt: at };
}

export function openNote(keys: KeyRing, row: StaffNoteEntity): NoteView {
  const { staffNoteId, staffId, createdAt, textSealed } = row;
  return { staffNoteId, staffId, at: createdAt, text: keys.openText(textSealed, noteContext(staffNoteId)) };
}

/** What `npm run keys:rotate` writes in the row of a note. */
export function resealNote(
  keys: KeyRing,
  { staffNoteId, textSealed }: Pick<StaffNoteEntity, "staffNoteId" | "textSealed">,
): { textSealed: string } {
  const context = noteContext(staffNoteId);
  return { textSealed: keys.sealText(keys.openText(textSealed, context), context) };
}

function noteContext(staffNoteId: string): string {
  return `staff-note/${staffNoteId}`;
}

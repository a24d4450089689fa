import { randomUUID } from "node:crypto";
import { EncryptedText } from "../../../core/EncryptedText";
import { toRupees } from "../../../core/money.rules";
import { mayActOn, type Owners } from "../../../core/ownership.rules";
import { ListCursors } from "../../../core/paging";
import type { Platform } from "../../../platform/adapters/Platform";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { ApplicantView, FileView } from "../../applicant/applicant.view";
import type { AuditEventEntity } from "../../audit/audit.entity";
import { describeEvent } from "../../audit/accessEvent.view";
import type { FilePurpose } from "../../file/file.rules";
import type { Ledger } from "../../payment/refund/refundOffers.rules";
import { splitPayment } from "../../payment/refund/returnedMoney.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { StaffNoteEntity } from "./staffNote.entity";

export interface CaseView {
  request: VisaRequestEntity;
  viewerStaffId: string;
  /** True if the call is an automatic refresh of the viewer's open page. */
  isRefresh?: boolean;
}

export interface StaffFileView extends FileView {
  kind: FilePurpose;
}

/** Returns an applicant's photo, passport and documents in form order, then the visa if there is one. */
export function listFiles(view: ApplicantView): StaffFileView[] {
  const { photo, passportFront, passportBack, documents, approvedVisa, waitingVisa } = view;
  const visa = approvedVisa ?? waitingVisa;
  const files = [photo, passportFront, passportBack, ...documents, ...(visa ? [visa] : [])];
  return files.map((file) => ({ ...file, kind: file.purpose }));
}

/** Returns the payments as staff see them: the amount in rupees; the returned, due and kept parts in paise. */
export function toStaffPayments({ payments, refunds }: Ledger) {
  return payments.map((payment) => {
    const { razorpayPaymentId, amount, outcome, createdAt } = payment;
    const own = refunds.filter((refund) => refund.razorpayPaymentId === razorpayPaymentId);
    const { returned, due, kept } = splitPayment(payment, own);
    return {
      razorpayPaymentId,
      amount: toRupees(amount),
      paymentStatus: outcome === "SETTLED" ? ("PAID" as const) : outcome,
      at: createdAt,
      returnedPaise: returned,
      duePaise: due,
      keptPaise: kept,
    };
  });
}

const activityCursors = new ListCursors("staffOlderChanges", ["number"]);

/** Returns the sequence number that a cursor contains. Throws BAD_USER_INPUT. */
export const toSequence = (cursor: string) => Number(activityCursors.decode(cursor)[0]);

export type ActivityEntry = ReturnType<typeof toActivityEntry>;

export function toActivityEntry(event: AuditEventEntity, owners: Owners) {
  const { actorKind, actorId, sequence } = event;
  const isTraveller = actorKind === "USER" && actorId !== null && mayActOn(owners, actorId);
  const isNamed = actorKind === "STAFF" || actorKind === "PARTNER";
  return {
    ...describeEvent(event),
    cursor: activityCursors.encode([String(sequence)]),
    actor: isNamed ? actorKind : isTraveller ? ("TRAVELLER" as const) : ("SYSTEM" as const),
    staffId: actorKind === "STAFF" ? actorId : null,
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

export type NoteView = ReturnType<typeof decryptNote>;

export function decryptNote(keys: KeyRing, row: StaffNoteEntity) {
  const { staffNoteId, staffId, createdAt, textSealed } = row;
  return { staffNoteId, staffId, at: createdAt, text: staffNoteText.decrypt(keys, staffNoteId, textSealed) };
}

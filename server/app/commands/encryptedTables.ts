/**
 * Every column encrypted with `DATA_KEY`, for `npm run keys:rotate`. Their names end in `Sealed`, or are
 * `wrappedKey`.
 */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { reencryptApplicant } from "../../modules/applicant/applicant.crypto";
import { reencryptKeptApplicant } from "../../modules/applicant/kept/keptApplicant.crypto";
import { reencryptConsent } from "../../modules/consent/consent.crypto";
import { reencryptCorrection, reencryptReviewNote } from "../../modules/review/correction/reviewNote.crypto";
import { reencryptAuditKey } from "../../modules/audit/audit.service";
import { reencryptFile } from "../../modules/file/file.crypto";
import { reencryptMessage } from "../../modules/notification/message.crypto";
import { reencryptSecrets } from "../../modules/partner/webhook/webhook.crypto";
import { reencryptSecret } from "../../modules/staff/secondFactor.crypto";
import { reencryptNote } from "../../modules/review/case/case.view";

/** The id and the encrypted columns of a row. */
type EncryptedRow = Record<string, string>;

export interface EncryptedTable {
  name: string;
  id: string;
  /** The encrypted columns; each value contains its key's id. */
  columns: readonly string[];
  /** SQL condition for the rows, if the table has others as well. */
  rows?: string;
  /** Returns the columns to write, including derived ones such as an index. */
  reencrypt(keys: KeyRing, row: EncryptedRow): EncryptedRow;
}

function encryptedTable<Id extends string, Column extends string>(table: {
  name: string;
  id: Id;
  columns: readonly Column[];
  rows?: string;
  reencrypt(keys: KeyRing, row: Record<Id | Column, string>): EncryptedRow;
}): EncryptedTable {
  return table;
}

export const encryptedTables: readonly EncryptedTable[] = [
  encryptedTable({
    name: "stored_file",
    id: "fileId",
    columns: ["imageNameSealed", "wrappedKey"],
    reencrypt: reencryptFile,
  }),
  encryptedTable({
    name: "visa_applicant",
    id: "visaApplicantId",
    columns: [
      "passportNumberSealed",
      "commentsSealed",
      "mrzSealed",
      "decisionNoteSealed",
      "requiredDocumentsSealed",
    ],
    reencrypt: reencryptApplicant,
  }),
  encryptedTable({
    name: "kept_applicant",
    id: "keptApplicantId",
    columns: ["detailsSealed"],
    reencrypt: reencryptKeptApplicant,
  }),
  encryptedTable({
    name: "kept_file",
    id: "fileId",
    columns: ["imageNameSealed", "wrappedKey"],
    reencrypt: reencryptFile,
  }),
  encryptedTable({
    name: "consent",
    id: "consentId",
    columns: ["guardianNameSealed"],
    rows: `"guardianNameSealed" IS NOT NULL`,
    reencrypt: reencryptConsent,
  }),
  encryptedTable({
    name: "staff_note",
    id: "staffNoteId",
    columns: ["textSealed"],
    reencrypt: reencryptNote,
  }),
  encryptedTable({
    name: "applicant_correction",
    id: "correctionId",
    columns: ["noteSealed", "answerSealed"],
    reencrypt: reencryptCorrection,
  }),
  encryptedTable({
    name: "paper_verdict",
    id: "fileId",
    columns: ["noteSealed"],
    reencrypt: reencryptReviewNote,
  }),
  encryptedTable({
    name: "notification",
    id: "notificationId",
    columns: ["toSealed", "paramsSealed"],
    rows: `"paramsSealed" IS NOT NULL`,
    reencrypt: reencryptMessage,
  }),
  encryptedTable({
    name: "second_factor",
    id: "staffMemberId",
    columns: ["secretSealed"],
    reencrypt: reencryptSecret,
  }),
  encryptedTable({
    name: "webhook_endpoint",
    id: "endpointId",
    columns: ["secretsSealed"],
    reencrypt: reencryptSecrets,
  }),
  encryptedTable({
    name: "setting",
    id: "name",
    columns: ["value"],
    rows: "name = 'audit-key'",
    reencrypt: reencryptAuditKey,
  }),
];

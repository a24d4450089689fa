/**
 * Every column encrypted with `DATA_KEY`, for `npm run keys:rotate`. Their names end in `Sealed`, or are
 * `wrappedKey`.
 */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { resealApplicant } from "../../modules/applicant/applicant.sealing";
import { resealConsent } from "../../modules/consent/consent.sealing";
import { resealCorrection, resealReviewNote } from "../../modules/review/correction/reviewNote.sealing";
import { resealAuditKey } from "../../modules/audit/audit.service";
import { resealFile } from "../../modules/file/file.service";
import { resealMessage } from "../../modules/notification/message.sealing";
import { resealSecret } from "../../modules/staff/secondFactor.sealing";
import { resealNote } from "../../modules/review/case/case.view";

/** The id and the encrypted columns of a row. */
type SealedRow = Record<string, string>;

export interface SealedTable {
  name: string;
  id: string;
  /** The encrypted columns; each value contains its key's id. */
  columns: readonly string[];
  /** SQL condition for the rows, if the table has others as well. */
  rows?: string;
  /** Returns the columns to write, including derived ones such as an index. */
  reseal(keys: KeyRing, row: SealedRow): SealedRow;
}

function sealedTable<Id extends string, Column extends string>(table: {
  name: string;
  id: Id;
  columns: readonly Column[];
  rows?: string;
  reseal(keys: KeyRing, row: Record<Id | Column, string>): SealedRow;
}): SealedTable {
  return table;
}

export const sealedTables: readonly SealedTable[] = [
  sealedTable({
    name: "stored_file",
    id: "fileId",
    columns: ["imageNameSealed", "wrappedKey"],
    reseal: resealFile,
  }),
  sealedTable({
    name: "visa_applicant",
    id: "visaApplicantId",
    columns: [
      "passportNumberSealed",
      "commentsSealed",
      "mrzSealed",
      "decisionNoteSealed",
      "requiredDocumentsSealed",
    ],
    reseal: resealApplicant,
  }),
  sealedTable({
    name: "consent",
    id: "consentId",
    columns: ["guardianNameSealed"],
    rows: `"guardianNameSealed" IS NOT NULL`,
    reseal: resealConsent,
  }),
  sealedTable({
    name: "staff_note",
    id: "staffNoteId",
    columns: ["textSealed"],
    reseal: resealNote,
  }),
  sealedTable({
    name: "applicant_correction",
    id: "correctionId",
    columns: ["noteSealed", "answerSealed"],
    reseal: resealCorrection,
  }),
  sealedTable({ name: "paper_verdict", id: "fileId", columns: ["noteSealed"], reseal: resealReviewNote }),
  sealedTable({
    name: "notification",
    id: "notificationId",
    columns: ["toSealed", "paramsSealed"],
    rows: `"paramsSealed" IS NOT NULL`,
    reseal: resealMessage,
  }),
  sealedTable({
    name: "second_factor",
    id: "staffMemberId",
    columns: ["secretSealed"],
    reseal: resealSecret,
  }),
  sealedTable({
    name: "setting",
    id: "name",
    columns: ["value"],
    rows: "name = 'audit-key'",
    reseal: resealAuditKey,
  }),
];

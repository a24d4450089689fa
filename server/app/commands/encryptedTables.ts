/**
 * All columns encrypted with `DATA_KEY`, for `npm run keys:rotate`. Their names end in `Sealed` or are `wrappedKey`,
 * except for the audit key in the table `setting`.
 */
import type { EntityManager } from "typeorm";
import { EncryptedText } from "../../core/EncryptedText";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { queryRows } from "../../platform/db/rowSource";
import {
  commentsText,
  decisionNoteText,
  decryptComments,
  decryptPassportNumber,
  indexPassportNumber,
  mrzText,
  passportNumberText,
  requiredDocumentsText,
} from "../../modules/applicant/applicant.crypto";
import { decryptKeptDetails, detailsText } from "../../modules/applicant/kept/keptApplicant.crypto";
import { guardianNameText } from "../../modules/consent/consent.service";
import { answerText, correctionNote, reviewNote } from "../../modules/review/correction/reviewNote.crypto";
import { fileName, rewrapFileKey } from "../../modules/file/file.crypto";
import { factsText, recipientText } from "../../modules/notification/message.crypto";
import { secretsText } from "../../modules/partner/webhook/webhook.crypto";
import { secretText } from "../../modules/staff/secondFactor.service";
import { staffNoteText } from "../../modules/review/case/case.view";

interface EncryptedColumn {
  reencrypt(keys: KeyRing, id: string, encrypted: string): string;
}

export interface EncryptedTable {
  name: string;
  id: string;
  /** The encrypted columns; each value contains its key's id, or is null. */
  columns: Readonly<Record<string, EncryptedColumn>>;
  /** SQL condition for the encrypted rows, if the table has others as well. */
  rows?: string;
  /**
   * Returns the columns that are derived from the key, such as a blind index; `row` contains the id and the encrypted
   * columns.
   */
  derive?(keys: KeyRing, row: never): Readonly<Record<string, string>>;
  /** Removes the older of two rows that the derived columns would make equal; returns its id, or undefined. */
  removeDuplicate?(transaction: EntityManager, id: string, derived: never): Promise<string | undefined>;
}

/**
 * Removes the older copy of a kept applicant and returns its id. During a rotation, an account may have two copies, one
 * per key. The copy's stored files are removed by a sweep.
 */
async function removeOlderCopy(
  transaction: EntityManager,
  keptApplicantId: string,
  { passportNumberIndex }: { passportNumberIndex: string },
): Promise<string | undefined> {
  const [older, newer] = await queryRows<{ keptApplicantId: string }>(
    transaction,
    `SELECT "keptApplicantId" FROM kept_applicant WHERE "keptApplicantId" = ? OR ("passportNumberIndex" = ?
       AND "userId" = (SELECT "userId" FROM kept_applicant WHERE "keptApplicantId" = ?)) ORDER BY "keptAt"`,
    [keptApplicantId, passportNumberIndex, keptApplicantId],
  );
  if (!older || !newer) return undefined;
  for (const table of ["kept_file", "kept_applicant"])
    await queryRows(transaction, `DELETE FROM ${table} WHERE "keptApplicantId" = ?`, [older.keptApplicantId]);
  return older.keptApplicantId;
}

const fileColumns = { imageNameSealed: fileName, wrappedKey: { reencrypt: rewrapFileKey } };

export const encryptedTables: readonly EncryptedTable[] = [
  { name: "stored_file", id: "fileId", columns: fileColumns },
  {
    name: "visa_applicant",
    id: "visaApplicantId",
    columns: {
      passportNumberSealed: passportNumberText,
      commentsSealed: {
        reencrypt: (keys, visaApplicantId, commentsSealed) =>
          commentsText.encrypt(
            keys,
            visaApplicantId,
            decryptComments(keys, { visaApplicantId, commentsSealed })!,
          ),
      },
      mrzSealed: mrzText,
      decisionNoteSealed: decisionNoteText,
      requiredDocumentsSealed: requiredDocumentsText,
    },
    derive: (keys, row) => ({
      passportNumberIndex: indexPassportNumber(keys, decryptPassportNumber(keys, row)),
    }),
  },
  {
    name: "kept_applicant",
    id: "keptApplicantId",
    columns: { detailsSealed: detailsText },
    derive: (keys, row) => ({
      passportNumberIndex: indexPassportNumber(keys, decryptKeptDetails(keys, row).passportNumber),
    }),
    removeDuplicate: removeOlderCopy,
  },
  { name: "kept_file", id: "fileId", columns: fileColumns },
  { name: "consent", id: "consentId", columns: { guardianNameSealed: guardianNameText } },
  { name: "staff_note", id: "staffNoteId", columns: { textSealed: staffNoteText } },
  {
    name: "applicant_correction",
    id: "correctionId",
    columns: { noteSealed: correctionNote, answerSealed: answerText },
  },
  { name: "paper_verdict", id: "fileId", columns: { noteSealed: reviewNote } },
  {
    name: "notification",
    id: "notificationId",
    columns: { toSealed: recipientText, paramsSealed: factsText },
  },
  { name: "second_factor", id: "staffMemberId", columns: { secretSealed: secretText } },
  { name: "webhook_endpoint", id: "endpointId", columns: { secretsSealed: secretsText } },
  // The encryption context of a setting is its name.
  { name: "setting", id: "name", columns: { value: new EncryptedText("") }, rows: "name = 'audit-key'" },
];

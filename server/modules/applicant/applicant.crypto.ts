/**
 * Encrypts an applicant's data, binding each ciphertext to its applicant and column, and computes the passport number's
 * blind index.
 */
import { EncryptedText } from "../../core/EncryptedText";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { VisaApplicantEntity } from "./applicant.entity";
import type { Mrz, MrzEntry } from "./mrzLines.rules";
import type { KeptDocument } from "./documents/requiredDocuments.rules";

type Encrypted<Column extends keyof VisaApplicantEntity> = Pick<
  VisaApplicantEntity,
  "visaApplicantId" | Column
>;

export const passportNumberText = new EncryptedText("passport-number/");
export const commentsText = new EncryptedText("comments/");
export const mrzText = new EncryptedText<Mrz>("mrz/");
export const decisionNoteText = new EncryptedText("decision-note/");
export const requiredDocumentsText = new EncryptedText<KeptDocument[]>("required-documents/");

const indexUse = "passport-number";

export function decryptPassportNumber(
  keys: KeyRing,
  { visaApplicantId, passportNumberSealed }: Encrypted<"passportNumberSealed">,
): string {
  return passportNumberText.decrypt(keys, visaApplicantId, passportNumberSealed);
}

/**
 * Returns the encrypted passport number and its blind index, by which equal numbers are found without decrypting them.
 */
export function encryptPassportNumber(keys: KeyRing, visaApplicantId: string, passportNumber: string) {
  return {
    passportNumberSealed: passportNumberText.encrypt(keys, visaApplicantId, passportNumber),
    passportNumberIndex: indexPassportNumber(keys, passportNumber),
  };
}

export function indexPassportNumber(keys: KeyRing, passportNumber: string): string {
  return keys.blindIndex(passportNumber, indexUse);
}

/** Returns all blind indexes under which the number may be stored: two during a data-key rotation. */
export function findPassportIndexes(keys: KeyRing, passportNumber: string): string[] {
  return keys.blindIndexes(passportNumber, indexUse);
}

/**
 * Encrypts an MRZ entry. `at` must not be earlier than the time at which the passport pages of the same submission were
 * stored; otherwise staff would see the MRZ as that of an earlier page.
 */
export function encryptMrz(
  keys: KeyRing,
  { visaApplicantId, entry, at }: { visaApplicantId: string; entry: MrzEntry | null; at: Date },
): string | null {
  if (!entry) return null;
  const mrz: Mrz = { ...entry, enteredAt: at.toISOString() };
  return mrzText.encryptJson(keys, visaApplicantId, mrz);
}

/**
 * Prefix of comments that were stored before encryption existed. `encryptClearComments` encrypts them at the next
 * start.
 */
export const clearMark = "clear:";

export function decryptComments(
  keys: KeyRing,
  { visaApplicantId, commentsSealed }: Encrypted<"commentsSealed">,
): string | null {
  if (commentsSealed?.startsWith(clearMark)) return commentsSealed.slice(clearMark.length);
  return commentsText.decrypt(keys, visaApplicantId, commentsSealed);
}

/** Returns the state of each required document; empty for applicants from before the form asked for documents. */
export function decryptRequiredDocuments(
  keys: KeyRing,
  { visaApplicantId, requiredDocumentsSealed: sealed }: Encrypted<"requiredDocumentsSealed">,
): KeptDocument[] {
  return requiredDocumentsText.decryptJson(keys, visaApplicantId, sealed) ?? [];
}

/** Encrypts an applicant's data, each text under its own context, and indexes the passport number. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { VisaApplicantEntity } from "./applicant.entity";
import type { Mrz, MrzEntry } from "./mrzLines.rules";
import type { KeptDocument } from "./documents/requiredDocuments.rules";

export function decryptPassportNumber(
  keys: KeyRing,
  {
    visaApplicantId,
    passportNumberSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "passportNumberSealed">,
): string {
  return keys.decryptText(passportNumberSealed, passportContext(visaApplicantId));
}

/** Returns the encrypted passport number, and a blind index that finds the same number again. */
export function encryptPassportNumber(keys: KeyRing, visaApplicantId: string, passportNumber: string) {
  return {
    passportNumberSealed: keys.encryptText(passportNumber, passportContext(visaApplicantId)),
    passportNumberIndex: indexPassportNumber(keys, passportNumber),
  };
}

export function indexPassportNumber(keys: KeyRing, passportNumber: string): string {
  return keys.blindIndex(passportNumber, indexUse);
}

/** Returns all indexes the number may be stored under: two during a data-key rotation. */
export function findPassportIndexes(keys: KeyRing, passportNumber: string): string[] {
  return keys.blindIndexes(passportNumber, indexUse);
}

/** Encrypts an MRZ entry. `at` must not be before the passport pages of the same submission were stored. */
export function encryptMrz(
  keys: KeyRing,
  { visaApplicantId, entry, at }: { visaApplicantId: string; entry: MrzEntry | null; at: Date },
): string | null {
  if (!entry) return null;
  const mrz: Mrz = { ...entry, enteredAt: at.toISOString() };
  return keys.encryptText(JSON.stringify(mrz), mrzContext(visaApplicantId));
}

/** Returns the MRZ of a row; null if it was never entered. */
export function decryptMrz(
  keys: KeyRing,
  { visaApplicantId, mrzSealed }: Pick<VisaApplicantEntity, "visaApplicantId" | "mrzSealed">,
): Mrz | null {
  return mrzSealed ? (JSON.parse(keys.decryptText(mrzSealed, mrzContext(visaApplicantId))) as Mrz) : null;
}

export function encryptComments(
  keys: KeyRing,
  visaApplicantId: string,
  comments: string | null,
): string | null {
  return comments && keys.encryptText(comments, commentsContext(visaApplicantId));
}

/** Marks comments from before encryption; `encryptClearComments` encrypts them at the next start. */
export const clearMark = "clear:";

export function decryptComments(
  keys: KeyRing,
  { visaApplicantId, commentsSealed }: Pick<VisaApplicantEntity, "visaApplicantId" | "commentsSealed">,
): string | null {
  if (commentsSealed?.startsWith(clearMark)) return commentsSealed.slice(clearMark.length);
  return commentsSealed && keys.decryptText(commentsSealed, commentsContext(visaApplicantId));
}

export function encryptDecisionNote(
  keys: KeyRing,
  visaApplicantId: string,
  note: string | null,
): string | null {
  return note && keys.encryptText(note, decisionContext(visaApplicantId));
}

export function decryptDecisionNote(
  keys: KeyRing,
  {
    visaApplicantId,
    decisionNoteSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "decisionNoteSealed">,
): string | null {
  return decisionNoteSealed && keys.decryptText(decisionNoteSealed, decisionContext(visaApplicantId));
}

export function encryptRequiredDocuments(
  keys: KeyRing,
  visaApplicantId: string,
  documents: readonly KeptDocument[],
): string {
  return keys.encryptText(JSON.stringify(documents), documentsContext(visaApplicantId));
}

/** Returns the state of each required document; empty for rows from before the form asked for it. */
export function decryptRequiredDocuments(
  keys: KeyRing,
  {
    visaApplicantId,
    requiredDocumentsSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "requiredDocumentsSealed">,
): KeptDocument[] {
  if (!requiredDocumentsSealed) return [];
  return JSON.parse(
    keys.decryptText(requiredDocumentsSealed, documentsContext(visaApplicantId)),
  ) as KeptDocument[];
}

export function reencryptApplicant(
  keys: KeyRing,
  {
    visaApplicantId,
    passportNumberSealed,
    commentsSealed,
    mrzSealed,
    decisionNoteSealed,
    requiredDocumentsSealed,
  }: Pick<
    VisaApplicantEntity,
    | "visaApplicantId"
    | "passportNumberSealed"
    | "commentsSealed"
    | "mrzSealed"
    | "decisionNoteSealed"
    | "requiredDocumentsSealed"
  >,
) {
  const reencrypt = (text: string, context: string) =>
    keys.encryptText(keys.decryptText(text, context), context);
  const passportNumber = decryptPassportNumber(keys, { visaApplicantId, passportNumberSealed });
  return {
    ...encryptPassportNumber(keys, visaApplicantId, passportNumber),
    ...(commentsSealed && {
      commentsSealed: encryptComments(
        keys,
        visaApplicantId,
        decryptComments(keys, { visaApplicantId, commentsSealed }),
      )!,
    }),
    ...(mrzSealed && { mrzSealed: reencrypt(mrzSealed, mrzContext(visaApplicantId)) }),
    ...(decisionNoteSealed && {
      decisionNoteSealed: reencrypt(decisionNoteSealed, decisionContext(visaApplicantId)),
    }),
    ...(requiredDocumentsSealed && {
      requiredDocumentsSealed: reencrypt(requiredDocumentsSealed, documentsContext(visaApplicantId)),
    }),
  };
}

const indexUse = "passport-number";

function passportContext(visaApplicantId: string): string {
  return `passport-number/${visaApplicantId}`;
}

function commentsContext(visaApplicantId: string): string {
  return `comments/${visaApplicantId}`;
}

function mrzContext(visaApplicantId: string): string {
  return `mrz/${visaApplicantId}`;
}

function decisionContext(visaApplicantId: string): string {
  return `decision-note/${visaApplicantId}`;
}

function documentsContext(visaApplicantId: string): string {
  return `required-documents/${visaApplicantId}`;
}

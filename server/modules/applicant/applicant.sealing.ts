/** What of a traveller is kept sealed, each text under a context of its own, and the index of the passport number. */
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { VisaApplicantEntity } from "./applicant.entity";
import type { Mrz, MrzEntry } from "./mrzLines.rules";
import type { KeptDocument } from "./requiredDocuments.rules";

/** The passport number of a row. */
export function openPassportNumber(
  keys: KeyRing,
  {
    visaApplicantId,
    passportNumberSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "passportNumberSealed">,
): string {
  return keys.openText(passportNumberSealed, passportContext(visaApplicantId));
}

/** What is kept of a passport number: the sealed text, and an index that finds the same number again. */
export function sealPassportNumber(keys: KeyRing, visaApplicantId: string, passportNumber: string) {
  return {
    passportNumberSealed: keys.sealText(passportNumber, passportContext(visaApplicantId)),
    passportNumberIndex: keys.blindIndex(passportNumber, indexUse),
  };
}

/** Every index under which the number may be kept: two while one data key takes the place of the other. */
export function findPassportIndexes(keys: KeyRing, passportNumber: string): string[] {
  return keys.blindIndexes(passportNumber, indexUse);
}

/** What is kept of a machine-readable zone. `at`: not before the passport pages that came with it were stored. */
export function sealMrz(
  keys: KeyRing,
  { visaApplicantId, entry, at }: { visaApplicantId: string; entry: MrzEntry | null; at: Date },
): string | null {
  if (!entry) return null;
  const mrz: Mrz = { ...entry, enteredAt: at.toISOString() };
  return keys.sealText(JSON.stringify(mrz), mrzContext(visaApplicantId));
}

/** The machine-readable zone of a row; null where nobody entered it. */
export function openMrz(
  keys: KeyRing,
  { visaApplicantId, mrzSealed }: Pick<VisaApplicantEntity, "visaApplicantId" | "mrzSealed">,
): Mrz | null {
  return mrzSealed ? (JSON.parse(keys.openText(mrzSealed, mrzContext(visaApplicantId))) as Mrz) : null;
}

/** The encrypted comments; null for none. */
export function sealComments(keys: KeyRing, visaApplicantId: string, comments: string | null): string | null {
  return comments && keys.sealText(comments, commentsContext(visaApplicantId));
}

/** The mark of comments from before they were encrypted, which the next start encrypts (`sealClearComments`). */
export const clearMark = "clear:";

/** The comments of a row. */
export function openComments(
  keys: KeyRing,
  { visaApplicantId, commentsSealed }: Pick<VisaApplicantEntity, "visaApplicantId" | "commentsSealed">,
): string | null {
  if (commentsSealed?.startsWith(clearMark)) return commentsSealed.slice(clearMark.length);
  return commentsSealed && keys.openText(commentsSealed, commentsContext(visaApplicantId));
}

/** What is stored of a note on the decision. */
export function sealDecisionNote(keys: KeyRing, visaApplicantId: string, note: string | null): string | null {
  return note && keys.sealText(note, decisionContext(visaApplicantId));
}

/** The note on the decision of a row. */
export function openDecisionNote(
  keys: KeyRing,
  {
    visaApplicantId,
    decisionNoteSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "decisionNoteSealed">,
): string | null {
  return decisionNoteSealed && keys.openText(decisionNoteSealed, decisionContext(visaApplicantId));
}

/** What is stored of the required documents. */
export function sealRequiredDocuments(
  keys: KeyRing,
  visaApplicantId: string,
  documents: readonly KeptDocument[],
): string {
  return keys.sealText(JSON.stringify(documents), documentsContext(visaApplicantId));
}

/** What is said of each required document; nothing where the row is older than the asking. */
export function openRequiredDocuments(
  keys: KeyRing,
  {
    visaApplicantId,
    requiredDocumentsSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "requiredDocumentsSealed">,
): KeptDocument[] {
  if (!requiredDocumentsSealed) return [];
  return JSON.parse(
    keys.openText(requiredDocumentsSealed, documentsContext(visaApplicantId)),
  ) as KeptDocument[];
}

/** What is sealed of a traveller, and the index of the passport number, anew with the present data key. */
export function resealApplicant(
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
  const reseal = (text: string, context: string) => keys.sealText(keys.openText(text, context), context);
  const passportNumber = openPassportNumber(keys, { visaApplicantId, passportNumberSealed });
  return {
    ...sealPassportNumber(keys, visaApplicantId, passportNumber),
    ...(commentsSealed && {
      commentsSealed: sealComments(
        keys,
        visaApplicantId,
        openComments(keys, { visaApplicantId, commentsSealed }),
      )!,
    }),
    ...(mrzSealed && { mrzSealed: reseal(mrzSealed, mrzContext(visaApplicantId)) }),
    ...(decisionNoteSealed && {
      decisionNoteSealed: reseal(decisionNoteSealed, decisionContext(visaApplicantId)),
    }),
    ...(requiredDocumentsSealed && {
      requiredDocumentsSealed: reseal(requiredDocumentsSealed, documentsContext(visaApplicantId)),
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

/** Encryption of staff's notes to a traveller, and of the traveller's answers. */
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { ApplicantCorrectionEntity } from "./correction.entity";

/** Part of the encryption context: changing it makes stored notes unreadable. */
type Kind = "correction" | "verdict";

function encryptionContext(kind: Kind, id: string): string {
  return `${kind}-note/${id}`;
}

/** Encrypts a note; null stays null. `id` is that of the correction, or of the reviewed file. */
export function encryptNote(keys: KeyRing, kind: Kind, id: string, note: string | null): string | null {
  return note && keys.encryptText(note, encryptionContext(kind, id));
}

export function decryptNote(keys: KeyRing, kind: Kind, id: string, noteSealed: string | null): string | null {
  return noteSealed && keys.decryptText(noteSealed, encryptionContext(kind, id));
}

/** The traveller's answer to the correction of a field; values as on the form. */
export interface FieldAnswer {
  before: string;
  after: string;
  /** True if the traveller states that the value is right. */
  isRightAsItIs: boolean;
}

function answerContext(correctionId: string): string {
  return `correction-answer/${correctionId}`;
}

export function encryptAnswer(keys: KeyRing, correctionId: string, answer: FieldAnswer): string {
  return keys.encryptText(JSON.stringify(answer), answerContext(correctionId));
}

export function openAnswer(
  keys: KeyRing,
  { correctionId, answerSealed }: Pick<ApplicantCorrectionEntity, "correctionId" | "answerSealed">,
): FieldAnswer | null {
  if (!answerSealed) return null;
  return JSON.parse(keys.decryptText(answerSealed, answerContext(correctionId))) as FieldAnswer;
}

/** Encrypts the note and answer of a correction again with the current data key. */
export function reencryptCorrection(
  keys: KeyRing,
  row: Pick<ApplicantCorrectionEntity, "correctionId" | "noteSealed" | "answerSealed">,
) {
  const answer = openAnswer(keys, row);
  return {
    ...reencrypt(keys, "correction", row.correctionId, row.noteSealed),
    ...(answer && { answerSealed: encryptAnswer(keys, row.correctionId, answer) }),
  };
}

/** Encrypts the note of a document review again with the current data key. */
export function reencryptReviewNote(
  keys: KeyRing,
  { fileId, noteSealed }: { fileId: string; noteSealed: string | null },
) {
  return reencrypt(keys, "verdict", fileId, noteSealed);
}

function reencrypt(keys: KeyRing, kind: Kind, id: string, noteSealed: string | null): Record<string, string> {
  const note = decryptNote(keys, kind, id, noteSealed);
  return note ? { noteSealed: keys.encryptText(note, encryptionContext(kind, id)) } : {};
}

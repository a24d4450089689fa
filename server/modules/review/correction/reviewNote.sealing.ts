/** The notes of staff to a traveller, on a file or a correction, as they are sealed. */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { ApplicantCorrectionEntity } from "./correction.entity";

/** A part of what notes are sealed under: never to be changed. */
type Kind = "correction" | "verdict";

function contextOf(kind: Kind, id: string): string {
  return `${kind}-note/${id}`;
}

/** What is stored of a note; null for none. `id` is the correction's, or the reviewed file's. */
export function sealNote(keys: KeyRing, kind: Kind, id: string, note: string | null): string | null {
  return note && keys.sealText(note, contextOf(kind, id));
}

/** The note that is stored. */
export function openNote(keys: KeyRing, kind: Kind, id: string, noteSealed: string | null): string | null {
  return noteSealed && keys.openText(noteSealed, contextOf(kind, id));
}

/** How a traveller answered a correction of a field; the values as the form has them. */
export interface FieldAnswer {
  before: string;
  after: string;
  /** Whether the traveller says that the value is right as it is. */
  isRightAsItIs: boolean;
}

function answerContext(correctionId: string): string {
  return `correction-answer/${correctionId}`;
}

/** What is stored of an answer. */
export function sealAnswer(keys: KeyRing, correctionId: string, answer: FieldAnswer): string {
  return keys.sealText(JSON.stringify(answer), answerContext(correctionId));
}

/** The answer that is stored; null for none. */
export function openAnswer(
  keys: KeyRing,
  { correctionId, answerSealed }: Pick<ApplicantCorrectionEntity, "correctionId" | "answerSealed">,
): FieldAnswer | null {
  if (!answerSealed) return null;
  return JSON.parse(keys.openText(answerSealed, answerContext(correctionId))) as FieldAnswer;
}

/** The sealed note and answer of a correction again, with the present data key. */
export function resealCorrection(
  keys: KeyRing,
  row: Pick<ApplicantCorrectionEntity, "correctionId" | "noteSealed" | "answerSealed">,
) {
  const answer = openAnswer(keys, row);
  return {
    ...reseal(keys, "correction", row.correctionId, row.noteSealed),
    ...(answer && { answerSealed: sealAnswer(keys, row.correctionId, answer) }),
  };
}

/** The same for the note of a document review. */
export function resealReviewNote(
  keys: KeyRing,
  { fileId, noteSealed }: { fileId: string; noteSealed: string | null },
) {
  return reseal(keys, "verdict", fileId, noteSealed);
}

function reseal(keys: KeyRing, kind: Kind, id: string, noteSealed: string | null): Record<string, string> {
  const note = openNote(keys, kind, id, noteSealed);
  return note ? { noteSealed: keys.sealText(note, contextOf(kind, id)) } : {};
}

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

/** The sealed note of a correction anew, with the present data key. */
export function resealCorrection(
  keys: KeyRing,
  { correctionId, noteSealed }: Pick<ApplicantCorrectionEntity, "correctionId" | "noteSealed">,
) {
  return reseal(keys, "correction", correctionId, noteSealed);
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

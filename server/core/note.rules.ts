/** Rules for notes: messages to travellers, reasons, and internal notes of staff. Pure. */
import {
  controlCharacterText,
  tooLongText,
  type InputViolation,
  invalid,
  missing,
  tooLong,
} from "./text.rules";

/** Maximum length of a message to a traveller or a reason, in characters. */
export const maxNoteLength = 500;
export const maxStaffNoteLength = 2000;

/** Returns the normalised note, or null if it is blank. */
export function normaliseNote(note: string | null | undefined): string | null {
  return (note ?? "").normalize("NFC").replaceAll("\r\n", "\n").trim() || null;
}

/** Returns the violations of a note; `whenMissing` is the message if a required note is missing. */
export function checkNote(
  note: string | null | undefined,
  field: string,
  whenMissing?: string,
  maxLength = maxNoteLength,
): InputViolation[] {
  const text = normaliseNote(note);
  if (!text) return whenMissing ? [missing(field, whenMissing)] : [];
  if (text.length > maxLength) return [tooLong(field, tooLongText("The note", maxLength))];
  if (/[\p{Cc}\p{Cs}\p{Co}]/u.test(text.replaceAll("\n", "")))
    return [invalid(field, `The note ${controlCharacterText}`)];
  return [];
}

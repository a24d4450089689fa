/** Rules for the characters and lengths of texts in the forms and the APIs. Pure. */

/** Returns the text in NFC on one line, trimmed and with single spaces. */
export function toOneLine(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** A violation in an input; has the shape of `Violation` in `errors.ts`. */
export interface InputViolation<Field extends string = string> {
  field: Field;
  code: "REQUIRED" | "INVALID" | "TOO_LONG" | "DATE_IN_FUTURE";
  message: string;
}

const violationOf =
  <Code extends InputViolation["code"]>(code: Code) =>
  <Field extends string>(field: Field, message: string) => ({ field, code, message });

export const missing = violationOf("REQUIRED");
export const invalid = violationOf("INVALID");
export const tooLong = violationOf("TOO_LONG");

export function tooLongText(label: string, maxLength: number): string {
  return `${label} must be ${maxLength} characters or fewer`;
}

/** True if a text has a control character (C0, C1), except tabs and line breaks, or a lone surrogate. */
export function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text.replace(/[\n\r\t]/g, ""));
}

/** Returns the path of the first string with a control character, such as `items.0.note`. Does not check files. */
export function findControlCharacter(value: unknown, place: readonly string[] = []): string | undefined {
  if (typeof value === "string") return hasControlCharacter(value) ? place.join(".") : undefined;
  if (value === null || typeof value !== "object") return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findControlCharacter(part, [...place, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const controlCharacterText = "has a character that cannot be used";

/**
 * Matches format characters except the joiners that Indian scripts and emoji need: direction overrides, zero-width
 * spaces and tags change or hide the displayed text.
 */
const hiddenCharacter = /(?!\p{Join_Control})\p{Cf}/u;

/**
 * Matches five or more combining marks on one letter, joiners between them not counted; names have at most four in NFC.
 * A limit of two marks would reject ख़ाँ (Khan, three: NFC does not compose the nukta), and a limit of three the
 * Burmese ဖြိုး (Phyo, four).
 */
const tooManyMarks = /(?:\p{M}\p{Join_Control}*){5}/u;

/**
 * Matches a visible character. Excludes Hangul fillers and the empty Braille cell, which Unicode counts as letters and
 * a symbol.
 */
const visibleCharacter = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the reason why a text that staff will read is invalid, worded to follow the field's label. */
export function findTextViolation(text: string): string | undefined {
  if (hasControlCharacter(text)) return controlCharacterText;
  if (hiddenCharacter.test(text)) return "has an invisible character. Delete it and type it again";
  if (text.trim() && !visibleCharacter.test(text)) return "has no visible character";
  if (tooManyMarks.test(text.normalize("NFC"))) return "has too many accents on one letter";
  return undefined;
}

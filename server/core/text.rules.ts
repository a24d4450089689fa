/** What no text may hold, for the forms and behind the APIs. Pure. */

/**
 * Whether a text has a control character (C0 or C1), or half of a pair of UTF-16. Tabs and ends of lines are let
 * through: where a text has one line, its own rule joins or refuses them.
 */
export function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text.replace(/[\n\r\t]/g, ""));
}

/**
 * The place of the first text with a control character in what a caller sent, such as `items.0.note`; undefined where
 * there is none. Files, which are no plain objects, are passed over.
 */
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
 * Any format character but the joiners that Indian scripts and emoji are spelled with: direction overrides, zero-width
 * spaces and tags change or hide what is read.
 */
const hiddenCharacter = /(?!\p{Join_Control})\p{Cf}/u;

/**
 * More combining marks on one letter than a name has, after NFC, joiners between them not counted. Two would refuse
 * ख़ाँ (Khan, three: the nukta stays apart in NFC), three the Burmese ဖြိုး (Phyo, four).
 */
const tooManyMarks = /(?:\p{M}\p{Join_Control}*){5}/u;

/** The fault of a name or another text that staff read, to follow its label; undefined if there is none. */
export function findTextFault(text: string): string | undefined {
  if (hasControlCharacter(text)) return controlCharacterText;
  if (hiddenCharacter.test(text)) return "has an invisible character. Delete it and type it again";
  if (tooManyMarks.test(text.normalize("NFC"))) return "has too many accents on one letter";
  return undefined;
}

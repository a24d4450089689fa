/**
 * The two lines of a passport's machine-readable zone as entered and stored (ICAO Doc 9303, part 4: TD3, two
 * lines of 44 characters). review/mrz parses their content. Pure; the client uses the same rules.
 */

export const mrzLineLength = 44;

type MrzSource = "TRAVELLER" | "STAFF";

export interface MrzEntry {
  line1: string;
  line2: string;
  enteredBy: MrzSource;
}

/** The two lines as stored. */
export interface Mrz extends MrzEntry {
  /** Missing in rows from before it was stored. */
  enteredAt?: string;
}

export function toMrzEntry({ line1, line2, enteredBy }: Mrz): MrzEntry {
  return { line1, line2, enteredBy };
}

/** Normalises a typed or pasted line: no spaces, capitals, `«` replaced by `<<`. */
export function normaliseMrzLine(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, "").replaceAll("«", "<<").toUpperCase();
}

/** Returns a message if a normalised line cannot be a TD3 line; undefined if it can. */
export function findLineViolation(line: string): string | undefined {
  const impossible = /[^A-Z0-9<]/u.exec(line)?.[0];
  if (impossible)
    return `The line has ${impossible}, which is never in it: only the letters A to Z, the digits and <`;
  if (line.length !== mrzLineLength)
    return `The line must have ${mrzLineLength} characters; this one has ${line.length}`;
  return undefined;
}

/** A violation in one of the two lines; the caller maps the line to its field name. */
interface MrzLineViolation {
  line: 1 | 2;
  code: "REQUIRED" | "INVALID";
  message: string;
}

/**
 * Returns the normalised lines (null if both are blank) and their violations. Wrong check digits are not
 * violations: staff see them.
 */
export function checkMrzLines(
  line1: string | null | undefined,
  line2: string | null | undefined,
): { lines: [string, string] | null; violations: MrzLineViolation[] } {
  const lines: [string, string] = [normaliseMrzLine(line1 ?? ""), normaliseMrzLine(line2 ?? "")];
  if (!lines[0] && !lines[1]) return { lines: null, violations: [] };
  const violations = lines.flatMap((text, index): MrzLineViolation[] => {
    const line = index === 0 ? 1 : 2;
    if (!text) return [{ line, code: "REQUIRED", message: "Enter both lines, or none" }];
    const message = findLineViolation(text);
    return message ? [{ line, code: "INVALID", message }] : [];
  });
  return { lines, violations };
}

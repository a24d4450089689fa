/**
 * The two lines of the machine-readable zone of a passport as they are typed and kept (ICAO Doc 9303, part 4: TD3, two
 * lines of 44 characters). What they say is read in review/mrz. Pure; the client uses the same rules.
 */

export const mrzLineLength = 44;

/** Who entered the lines. */
export type MrzSource = "TRAVELLER" | "STAFF";

/** The two lines of a machine-readable zone as somebody typed them. */
export interface MrzEntry {
  line1: string;
  line2: string;
  enteredBy: MrzSource;
}

/** The two lines as they are kept. */
export interface Mrz extends MrzEntry {
  /** Missing where they were kept before this was. */
  enteredAt?: string;
}

export function entryOf({ line1, line2, enteredBy }: Mrz): MrzEntry {
  return { line1, line2, enteredBy };
}

/** A line as it was typed or pasted: without spaces, in capitals, `«` as the two signs that it stands for. */
export function tidyMrzLine(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, "").replaceAll("«", "<<").toUpperCase();
}

/** Why a tidied line cannot be one of a TD3 zone at all, as a message; undefined where it can. */
export function findLineViolation(line: string): string | undefined {
  const impossible = /[^A-Z0-9<]/u.exec(line)?.[0];
  if (impossible)
    return `The line has ${impossible}, which is never in it: only the letters A to Z, the digits and <`;
  if (line.length !== mrzLineLength)
    return `The line must have ${mrzLineLength} characters; this one has ${line.length}`;
  return undefined;
}

/** What is wrong with the two lines as a form sends them; the names of its fields are the caller's. */
export interface MrzLineViolation {
  line: 1 | 2;
  code: "REQUIRED" | "INVALID";
  message: string;
}

/** Tidied lines, null for none, and why they cannot be kept. Wrong check digits are no violation here: they are shown. */
export function checkMrzLines(
  line1: string | null | undefined,
  line2: string | null | undefined,
): { lines: [string, string] | null; violations: MrzLineViolation[] } {
  const lines: [string, string] = [tidyMrzLine(line1 ?? ""), tidyMrzLine(line2 ?? "")];
  if (!lines[0] && !lines[1]) return { lines: null, violations: [] };
  const violations = lines.flatMap((text, index): MrzLineViolation[] => {
    const line = index === 0 ? 1 : 2;
    if (!text) return [{ line, code: "REQUIRED", message: "Enter both lines, or none" }];
    const message = findLineViolation(text);
    return message ? [{ line, code: "INVALID", message }] : [];
  });
  return { lines, violations };
}

/**
 * The two lines of a passport's machine-readable zone as entered and stored (ICAO Doc 9303, part 4: TD3, two
 * lines of 44 characters). review/mrz parses their content. Pure; the client uses the same rules.
 */

export const mrzLineLength = 44;

/** Typed by a person, or read from the picture on the traveller's device or by our server. */
type MrzSource = "TRAVELLER" | "STAFF" | "DEVICE" | "SERVER";

const machines: ReadonlySet<MrzSource> = new Set(["DEVICE", "SERVER"]);

/** True if a machine read the lines and no person typed them. */
export const isMachineRead = ({ enteredBy }: Pick<MrzEntry, "enteredBy">) => machines.has(enteredBy);

export interface MrzEntry {
  line1: string;
  line2: string;
  enteredBy: MrzSource;
}

/** The two lines as stored. */
export interface Mrz extends MrzEntry {
  /** Absent in rows from before the time was stored. */
  enteredAt?: string;
}

export function toMrzEntry({ line1, line2, enteredBy }: Mrz): MrzEntry {
  return { line1, line2, enteredBy };
}

/**
 * Chooses the lines to store; undefined leaves them unchanged. The server's reading replaces the device's, because the
 * server reads the page that staff see. It does not replace lines that the traveller typed from this page, nor lines
 * from staff. Lines that a machine read from an earlier page are removed with that page.
 */
export function chooseMrz({
  sent,
  read,
  before,
  isNewPage,
}: {
  sent: MrzEntry | null | undefined;
  read: readonly [string, string] | undefined;
  before: MrzEntry | null;
  isNewPage: boolean;
}): MrzEntry | null | undefined {
  if (sent && !isMachineRead(sent)) return sent;
  if (sent === undefined && (!isNewPage || before?.enteredBy === "STAFF")) return undefined;
  if (read) return { line1: read[0], line2: read[1], enteredBy: "SERVER" };
  if (sent !== undefined) return sent;
  return before && isMachineRead(before) ? null : undefined;
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

/** Decides whether both MRZ lines were read reliably enough to be stored without being typed. */
import { computeCheckDigit } from "./mrzCharacters.rules";
import type { PassportReading } from "./readPassport.rules";

/** The two lines of an MRZ, 44 characters each. */
export type ZoneLines = readonly [upper: string, lower: string];

/**
 * Returns the lines if every field would be prefilled, the issuing country is the nationality, and the remaining
 * check digits match. Names that the passport itself truncates or omits may be missing.
 */
export function findSureLines(reading: PassportReading): ZoneLines | undefined {
  if (!reading.fields) return undefined;
  const { fields, lines } = reading;
  const [upper, lower] = lines;
  const { value: number } = fields.passportNumber;
  const isUnsure = Object.values(fields).some(({ gap }) => gap === "GLARE" || gap === "UNCLEAR");
  if (isUnsure || number === undefined || upper.slice(2, 5) !== lower.slice(10, 13)) return undefined;
  // The number may have been repaired, for example if a 0 was read as an O.
  const repaired = number.padEnd(9, "<") + lower.slice(9);
  return guardsRest(repaired) ? [upper, repaired] : undefined;
}

/**
 * True if the check digits of the optional data and of the whole line match. The optional data needs this check,
 * because no field contains it.
 */
function guardsRest(lower: string): boolean {
  const optional = lower.slice(28, 42);
  const isAbsent = lower[42] === "<" && /^<+$/.test(optional);
  const all = lower.slice(0, 10) + lower.slice(13, 20) + lower.slice(21, 43);
  return (isAbsent || computeCheckDigit(optional) === lower[42]) && computeCheckDigit(all) === lower[43];
}

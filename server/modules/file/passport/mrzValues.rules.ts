/** Converts the MRZ's characters to the values of an applicant's fields. */
import { isDay, type Day } from "../../../core/day.rules";

/** Returns the latest date with this two-digit year that is not in the future, or null if the text is not a date. */
export function readBirthDay(text: string, today: Day): Day | null {
  const inThisCentury = readDay(`20${text}`);
  if (inThisCentury && inThisCentury <= today) return inThisCentury;
  return readDay(`19${text}`);
}

export function readExpiryDay(text: string): Day | null {
  return readDay(`20${text}`);
}

function readDay(text: string): Day | null {
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return isDay(day) ? day : null;
}

export function readGender(character: string): "MALE" | "FEMALE" | "OTHER" | null {
  if (character === "M") return "MALE";
  if (character === "F") return "FEMALE";
  // The MRZ has a filler for an unspecified sex, but some countries print X.
  return character === "<" || character === "X" ? "OTHER" : null;
}

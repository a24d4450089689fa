import { isDay, type Day } from "../../../server/core/day.rules";

const monthNames = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** The month that a word means, `01` to `12`: three letters of its English name or more. */
function monthNumber(word: string): string | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex(
    (name) => name.startsWith(word) || (word === "sept" && name === "september"),
  );
  return index < 0 ? undefined : String(index + 1).padStart(2, "0");
}

const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/;
const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const digitsOnly = /^(\d{2})(\d{2})(\d{4})$/;
const monthInWords = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]?([a-z]+)[-/., ]{0,2}(\d{4})$/;

/**
 * The day that a person typed, as `YYYY-MM-DD`: `05-03-1990`, `5/3/1990`, `5.3.1990`, `05031990`, `5 mar 1990` or
 * `1990-03-05`. The day comes first, as in India. Undefined where it is none, or no day of the calendar; a year
 * of two digits could be of either century, so it is none.
 */
export function parseTypedDay(typed: string): Day | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ ?([-/.]) ?/g, "$1");
  const [year, month, day] = readParts(text);
  if (!year || !month || !day) return undefined;
  const candidate = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(candidate) ? candidate : undefined;
}

/** Year, month and day as digits; what is not there is undefined. */
function readParts(text: string): (string | undefined)[] {
  const fromYear = yearFirst.exec(text);
  if (fromYear) return fromYear.slice(1);
  const fromDay = dayFirst.exec(text) ?? digitsOnly.exec(text);
  if (fromDay) return fromDay.slice(1).reverse();
  const inWords = monthInWords.exec(text);
  return inWords ? [inWords[3], monthNumber(inWords[2] ?? ""), inWords[1]] : [];
}

import { toAsciiDigits } from "../../lib/format";
import { isDay, type Day } from "../../../server/core/day.rules";

const monthNames =
  "january february march april may june july august september october november december".split(" ");

/** Returns the month, `01` to `12`, for at least the first three letters of its English name. */
function monthNumber(word: string): string | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex((name) => name.startsWith(word));
  return index < 0 ? undefined : String(index + 1).padStart(2, "0");
}

const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/;
const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const digitsOnly = /^(\d{2})(\d{2})(\d{4})$/;
const monthInWords = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]?([a-z]+)[-/., ]{0,2}(\d{4})$/;

/**
 * Parses a typed day to `YYYY-MM-DD`: `05-03-1990`, `5/3/1990`, `5.3.1990`, `05031990`, `5 mar 1990` or
 * `1990-03-05`. The day precedes the month, as in India. Returns undefined for other texts.
 * Two-digit years are rejected, because the century is ambiguous.
 */
export function parseTypedDay(typed: string): Day | undefined {
  const text = toAsciiDigits(typed)
    // Keyboards and other programs may replace hyphens with dashes.
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ ?([-/.]) ?/g, "$1")
    // Joins a year at the beginning that was split because it looked like day and month.
    .replace(/^(\d\d)-(\d\d)(-\d\d-\d\d)$/, "$1$2$3");
  const [year, month, day] = readParts(text);
  if (!year || !month || !day) return undefined;
  const candidate = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(candidate) ? candidate : undefined;
}

const dashed = (digits: string) => digits.replace(/^(..)(.)/, "$1-$2").replace(/^(..-..)(.)/, "$1-$2");

/** Adds dashes to a day that is typed digit by digit. Text with other characters stays as typed. */
export function withDashes(typed: string, before: string): string {
  const digits = typed.replaceAll("-", "");
  const isDigitMore = typed.slice(0, -1) === before && /^\d{3,8}$/.test(digits) && !typed.endsWith("-");
  // A month above 12 means that the date begins with the year.
  if (!isDigitMore || before !== dashed(digits.slice(0, -1))) return typed;
  return Number(digits.slice(2, 4)) > 12 ? digits : dashed(digits);
}

/** Returns year, month and day as digits; missing parts are undefined. */
function readParts(text: string): (string | undefined)[] {
  const fromYear = yearFirst.exec(text);
  if (fromYear) return fromYear.slice(1);
  const fromDay = dayFirst.exec(text) ?? digitsOnly.exec(text);
  if (fromDay) return fromDay.slice(1).reverse();
  const inWords = monthInWords.exec(text);
  return inWords ? [inWords[3], monthNumber(inWords[2] ?? ""), inWords[1]] : [];
}

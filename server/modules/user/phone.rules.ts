/**
 * Mobile numbers. An Indian number has 10 digits, begins with 6 to 9 and is stored as `+91XXXXXXXXXX`,
 * exactly the 13 characters that a number may have. Foreign numbers are stored as `+` and digits.
 */

export const maxPhoneLength = 13;

export const noPhoneNumber = "Enter a 10-digit mobile number, or one with + and the country code";

const separators = /[\s\-().]/g;
const indianNational = /^[6-9]\d{9}$/;
/** E.164, limited to 13 characters. `+91` is excluded because the Indian pattern is stricter. */
const foreign = /^\+(?!91)[1-9]\d{6,11}$/;

/**
 * Returns the stored form of a number typed in any common format, or undefined if it is not a mobile number.
 */
export function normalisePhone(input: string): string | undefined {
  const compact = input.replace(separators, "").replace(/^00/, "+");
  const national = compact.replace(/^(?:\+91|91(?=\d{10}$)|0(?=\d{10}$))0?/, "");
  if (indianNational.test(national)) return `+91${national}`;
  return foreign.test(compact) ? compact : undefined;
}

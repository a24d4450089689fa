/**
 * Mobile numbers. An Indian one is 10 digits, the first 6 to 9, and is kept as `+91XXXXXXXXXX`: exactly the
 * 13 characters that a number may have. Any other country's is kept as `+` and digits.
 */

export const maxPhoneLength = 13;

export const noPhoneNumber = "Enter a 10-digit mobile number, or one with + and the country code";

const separators = /[\s\-().]/g;
const indianNational = /^[6-9]\d{9}$/;
/** E.164 within the same 13 characters; `+91` is held to the Indian form above. */
const foreign = /^\+(?!91)[1-9]\d{6,11}$/;

/** The one form of a number that a person wrote in any usual form; undefined where it is not a mobile number. */
export function normalisePhone(input: string): string | undefined {
  const compact = input.replace(separators, "").replace(/^00/, "+");
  const national = compact.replace(/^(?:\+91|91(?=\d{10}$)|0(?=\d{10}$))0?/, "");
  if (indianNational.test(national)) return `+91${national}`;
  return foreign.test(compact) ? compact : undefined;
}

/**
 * Mobile numbers. An Indian number has 10 digits, begins with 6 to 9 and is stored as `+91XXXXXXXXXX`, which has the
 * maximum length of 13 characters. Foreign numbers are stored as `+` and digits. Only the server checks numbers by
 * country (`phoneCountry.rules`), because libphonenumber takes 150 KB.
 */

export const maxPhoneLength = 13;

export const noPhoneNumber = "Enter a 10-digit mobile number, or one with + and the country code";

const separators = /[\s\-().]/g;
const indianNational = /^[6-9]\d{9}$/;
/**
 * E.164, limited to 13 characters. `+91` is excluded, because Indian numbers have to match the stricter Indian pattern.
 */
const foreign = /^\+(?!91)[1-9]\d{6,11}$/;

/**
 * Returns `+` and the digits of a number typed in any common format, or undefined if it is not a mobile number. An
 * Indian number is returned in its stored form.
 */
export function normalisePhone(input: string): string | undefined {
  const national = toCompact(input).replace(/^(?:\+91|91(?=\d{10}$)|0(?=\d{10}$))0?/, "");
  if (indianNational.test(national)) return `+91${national}`;
  // Drops the trunk prefix (0) of European numbers, which is only for calls within the country.
  const compact = toCompact(input.replace("(0)", ""));
  return foreign.test(compact) ? compact : undefined;
}

/** Returns an account's number; empty if it is archived, erased or a partner's, so that it has a placeholder. */
export function shownNumber(account: { phoneNumber: string } | undefined): string {
  return account?.phoneNumber.startsWith("+") ? account.phoneNumber : "";
}

function toCompact(input: string): string {
  return input.replace(separators, "").replace(/^00/, "+");
}

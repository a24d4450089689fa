import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { normalisePhone } from "./phone.rules";

/** Returns the stored form of a number typed in any common format; undefined if its country has no such number. */
export function toStoredPhone(input: string): string | undefined {
  const phone = normalisePhone(input);
  if (!phone || isIndian(phone)) return phone;
  const number = parsePhoneNumberFromString(phone);
  return number?.isValid() ? number.number : undefined;
}

/** True if the code is the ISO 3166-1 alpha-2 code of a country with a telephone network. */
export function isPhoneCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a normalised number's country. Returns undefined for satellite,
 * international and unassigned numbers.
 */
export function findPhoneCountry(phoneNumber: string): string | undefined {
  if (isIndian(phoneNumber)) return "IN";
  return parsePhoneNumberFromString(phoneNumber)?.country;
}

export const noCodesToCountry =
  "We cannot send codes to this country. Please use a number from another country";

/** True if the country of a normalised number is one to which codes are sent (`SMS_COUNTRIES`). */
export function canGetCodes(phoneNumber: string, smsCountries: readonly string[]): boolean {
  return smsCountries.includes(findPhoneCountry(phoneNumber) ?? "");
}

/**
 * True for Indian numbers. They are not checked with libphonenumber, because new ranges are assigned faster than it is
 * updated.
 */
function isIndian(phoneNumber: string): boolean {
  return phoneNumber.startsWith("+91");
}

/** Which country a mobile number is of. Pure. */
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Whether that is a country with telephones, by its ISO 3166 code of two letters. */
export function isPhoneCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/**
 * The ISO 3166 code of the country that a normalised number is of; undefined for satellites, for what belongs to no
 * country, and for what no country has given out.
 */
export function findPhoneCountry(phoneNumber: string): string | undefined {
  // Of our own the form is checked already, and ranges are given out faster than a package is renewed.
  if (phoneNumber.startsWith("+91")) return "IN";
  return parsePhoneNumberFromString(phoneNumber)?.country;
}

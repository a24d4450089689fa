import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** True if the code is the ISO 3166-1 alpha-2 code of a country with a telephone network. */
export function isPhoneCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a normalised number's country. Returns undefined for satellite,
 * international and unassigned numbers.
 */
export function findPhoneCountry(phoneNumber: string): string | undefined {
  // Indian numbers were already validated, and new ranges are assigned faster than the package is updated.
  if (phoneNumber.startsWith("+91")) return "IN";
  return parsePhoneNumberFromString(phoneNumber)?.country;
}

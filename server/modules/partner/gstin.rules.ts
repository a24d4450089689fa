/**
 * Registration numbers of the Indian goods and services tax. Rule 10(1) of the Central GST Rules, 2017: two characters
 * for the state, ten of the PAN, two for the registration, and a check character. The check is Luhn's algorithm over 36
 * characters (ISO/IEC 7812-1 defines it for 10). Pure.
 */

export const gstinLength = 15;
export const gstinFormat = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns the number in capitals without spaces, or undefined if it is not valid. */
export function normaliseGstin(text: string): string | undefined {
  const gstin = text.replace(/\s/g, "").toUpperCase();
  return gstinFormat.test(gstin) && gstin.at(-1) === checkCharacter(gstin.slice(0, -1)) ? gstin : undefined;
}

function checkCharacter(text: string): string {
  const base = alphabet.length;
  const sum = [...text].reduce((total, character, index) => {
    const product = alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / base) + (product % base);
  }, 0);
  return alphabet[(base - (sum % base)) % base]!;
}

/**
 * Reference numbers: `VP-XXXX-XXXX-C`. Short, unambiguous on the phone (no I, L, O, U or zero) and not guessable (31^8,
 * about 8 × 10^11 numbers). The check character detects every single wrong character and every swap of two neighbours,
 * because the alphabet has a prime number of characters.
 */

export const referenceAlphabet = "123456789ABCDEFGHJKMNPQRSTVWXYZ";
const bodyLength = 8;

/** Builds a number from random character indexes below `referenceAlphabet.length`. */
export function makeReferenceNumber(randomIndex: (below: number) => number): string {
  const body = Array.from(
    { length: bodyLength },
    () => referenceAlphabet[randomIndex(referenceAlphabet.length)]!,
  ).join("");
  return `VP-${body.slice(0, 4)}-${body.slice(4)}-${checkCharacter(body)}`;
}

export function isReferenceNumber(text: string): boolean {
  const match = /^VP-(\w{4})-(\w{4})-(\w)$/.exec(text);
  if (!match) return false;
  const body = `${match[1]}${match[2]}`;
  return (
    [...body].every((character) => referenceAlphabet.includes(character)) && checkCharacter(body) === match[3]
  );
}

function checkCharacter(body: string): string {
  const sum = [...body].reduce(
    (total, character, index) => total + (index + 2) * referenceAlphabet.indexOf(character),
    0,
  );
  return referenceAlphabet[sum % referenceAlphabet.length]!;
}

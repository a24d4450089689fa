/** Finds countries by typed text, with the same rules for the search box, both APIs and URLs. Pure. */

/** The searchable fields of a country. */
export interface NamedCountry {
  name: string;
  /** Alternative names: abbreviations, former names, other spellings, cities and islands. */
  aliases: readonly string[];
}

/** Maximum number of compared characters. No name is longer, and comparing long texts takes time. */
export const maxSearchLength = 60;
/** Minimum length for typo tolerance, because shorter words have too many near matches. */
const shortestForgiven = 4;

/** Returns the part of a typed text that is compared with names. */
export const toSearched = (text: string) => text.trim().slice(0, maxSearchLength);

/** Removes accents, letter case and punctuation, so that `Türkiye` and `turkiye ` become equal. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ı/g, "i")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns the folded text, with and without the word "visa" in English or Hindi, even if it is partly typed. */
export function toWanted(text: string): string[] {
  const whole = foldText(text);
  const bare = whole.replace(/ (e ?)?(v(i(s(as?)?)?)?|वज|वस)$|^(e ?)?visas? (for )?/u, "");
  return [whole, bare];
}

const rules = [isNamed, isNicknamed, isMistyped];

export const withoutSpaces = (text: string) => text.replaceAll(" ", "");

/** Returns the slug of a name, as in `/visas/abu-dhabi`. */
export function toSlug(name: string): string {
  return foldText(name).replaceAll(" ", "-");
}

/**
 * Returns the matching countries in the given order. Tries three rules and stops at the first with a match:
 * 1. the name contains the text, or an alternative name equals it apart from punctuation, as in `u.a.e.`;
 * 2. a word of an alternative name starts with the text;
 * 3. a name, or its beginning, equals the text except for one typo.
 *
 * If no rule matches, tries all again without the word "visa". Returns all countries for an empty text, and none for a
 * text without letters and digits.
 */
export function findCountries<Country extends NamedCountry>(
  countries: readonly Country[],
  typed: string,
): Country[] {
  const text = toSearched(typed);
  if (!text) return [...countries];
  if (!foldText(text)) return [];
  for (const wanted of toWanted(text))
    for (const isMeant of rules) {
      const found = countries.filter((country) => isMeant(country, wanted));
      if (found.length > 0) return found;
    }
  return [];
}

/** Returns the alternative name that the text matched, or undefined if the main name or none matched. */
export function findAlias({ name, aliases }: NamedCountry, text: string): string | undefined {
  for (const wanted of toWanted(text))
    for (const isMeant of rules) {
      if (isMeant({ name, aliases: [] }, wanted)) return undefined;
      const alias = aliases.find((one) => isMeant({ name: "", aliases: [one] }, wanted));
      if (alias) return alias;
    }
  return undefined;
}

function isNamed({ name, aliases }: NamedCountry, wanted: string): boolean {
  return (
    foldText(name).includes(wanted) ||
    aliases.some((alias) => withoutSpaces(foldText(alias)) === withoutSpaces(wanted))
  );
}

function isNicknamed({ aliases }: NamedCountry, wanted: string): boolean {
  return aliases.some((alias) => ` ${foldText(alias)}`.includes(` ${wanted}`));
}

function isMistyped({ name, aliases }: NamedCountry, wanted: string): boolean {
  return [name, ...aliases].some((one) => isMistypedAs(foldText(one), wanted));
}

/**
 * Tolerates one typo, but not in the first letter, so that `mali` does not find Bali. A text of four letters is
 * compared with the whole name, so that it does not find Malaysia.
 */
function isMistypedAs(name: string, typed: string): boolean {
  if (typed.length < shortestForgiven || typed[0] !== name[0]) return false;
  const beginnings =
    typed.length === shortestForgiven ? [name] : [-1, 0, 1].map((more) => name.slice(0, typed.length + more));
  return beginnings.some((beginning) => isOneErrorApart(beginning, typed));
}

/**
 * True if at most one letter is inserted, removed or replaced, or two neighbouring letters are swapped. Levenshtein
 * distance would count a swap as two.
 */
export function isOneErrorApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0];
  return isSwapped || (inA.length <= 1 && inB.length <= 1);
}

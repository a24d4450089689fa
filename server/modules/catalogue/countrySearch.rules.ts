/** How a country is found by what somebody types: one rule for the search box, both APIs and the addresses. Pure. */

/** What of a country is searched. */
export interface NamedCountry {
  name: string;
  /** Other names of it: shorter and older ones, other spellings, its cities and islands. */
  aliases: readonly string[];
}

/** Shorter words have too many neighbours. */
const shortestForgiven = 4;

/** Without accents, capitals and punctuation, on one line: `Türkiye` and `turkiye ` are one. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ı/g, "i")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A name as a part of an address, as in `/visas/abu-dhabi`. */
export function slugOf(name: string): string {
  return foldText(name).replaceAll(" ", "-");
}

/**
 * The countries that a text means, in the order given: those whose name has it as a part, or another name of which is
 * just that. Where there is none, those with another name in which a word begins with it; where there is none of these
 * either, those with a name that it is but for one typing error. All of them for an empty text; none for one without a
 * letter or digit.
 */
export function findCountries<Country extends NamedCountry>(
  countries: readonly Country[],
  text: string,
): Country[] {
  if (!text.trim()) return [...countries];
  const wanted = foldText(text);
  if (!wanted) return [];
  for (const isMeant of [isNamed, isNicknamed, isMistyped]) {
    const found = countries.filter((country) => isMeant(country, wanted));
    if (found.length > 0) return found;
  }
  return [];
}

/** The other name by which the text finds the country, where its own does not; for the suggestion. */
export function findAlias({ name, aliases }: NamedCountry, text: string): string | undefined {
  const wanted = foldText(text);
  const own = { name, aliases: [] };
  if (!wanted || isNamed(own, wanted)) return undefined;
  const alias = aliases.find((one) => ` ${foldText(one)}`.includes(` ${wanted}`));
  if (alias || isMistyped(own, wanted)) return alias;
  return aliases.find((one) => isMistypedAs(foldText(one), wanted));
}

function isNamed({ name, aliases }: NamedCountry, wanted: string): boolean {
  return foldText(name).includes(wanted) || aliases.some((alias) => foldText(alias) === wanted);
}

function isNicknamed({ aliases }: NamedCountry, wanted: string): boolean {
  return aliases.some((alias) => ` ${foldText(alias)}`.includes(` ${wanted}`));
}

function isMistyped({ name, aliases }: NamedCountry, wanted: string): boolean {
  return [name, ...aliases].some((one) => isMistypedAs(foldText(one), wanted));
}

/**
 * Whether the text is the name, or the beginning of it, with one typing error. The first letter is rarely the wrong
 * one, and a short word has to be the whole name: else `mali` would mean Malaysia and Bali.
 */
function isMistypedAs(name: string, typed: string): boolean {
  if (typed.length < shortestForgiven || typed[0] !== name[0]) return false;
  const beginnings =
    typed.length === shortestForgiven ? [name] : [-1, 0, 1].map((more) => name.slice(0, typed.length + more));
  return beginnings.some((beginning) => isOneErrorApart(beginning, typed));
}

/** One letter more, less or other, or two neighbours the wrong way round, which Levenshtein's distance counts twice. */
function isOneErrorApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0];
  return isSwapped || (inA.length <= 1 && inB.length <= 1);
}

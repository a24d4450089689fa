/** Suggestions if no country matches a search: similar names, or neighbours of the named country. Pure. */
import leven from "leven";
import {
  findCountries,
  foldText,
  isOneErrorApart,
  toWanted,
  withoutSpaces,
  type NamedCountry,
} from "./countrySearch.rules";
import { listRegion, listWorldCountries, type WorldCountry } from "./worldCountries.rules";

interface OfferedCountry extends NamedCountry {
  flagSrc: string;
  popularRank: number | null;
}

export interface CountrySuggestions<Country> {
  /** Countries whose names resemble the text, most similar first. */
  didYouMean: Country[];
  /** The country that the text names, if we do not offer it. */
  unoffered: Omit<WorldCountry, "names"> | null;
  /** Countries of the same region that we offer, most popular first. */
  neighbours: Country[];
}

export const maxSuggestions = 3;
export const maxNeighbours = 4;
/** In the list for staff, wishes of this many days count as recent. */
export const recentWishDays = 30;
/** Minimum length, because shorter texts resemble too many names. */
const shortestText = 4;
/** Up to this length, one typo is tolerated; in longer texts, typos in a third of the letters. */
const shortText = 5;

/** Returns suggestions for a text. All are empty if `findCountries` finds a country, or no name is similar. */
export function suggestCountries<Country extends OfferedCountry>(
  offered: readonly Country[],
  text: string,
): CountrySuggestions<Country> {
  const nothing = { didYouMean: [], unoffered: null, neighbours: [] };
  if (!foldText(text) || findCountries(offered, text).length > 0) return nothing;
  const wanted = toWanted(text).at(-1)!;
  const codes = new Set(offered.map(({ flagSrc }) => flagSrc));
  const others = listWorldCountries().filter(({ flagSrc }) => !codes.has(flagSrc));
  const named = findNamed(others, wanted);
  if (named) return offerNeighbours(offered, named);
  return { ...nothing, didYouMean: rankBySimilarity(offered, wanted).slice(0, maxSuggestions) };
}

/**
 * Returns the only country whose name equals the text, contains it as whole words, or differs by one typo. Returns
 * undefined if several match, because the result is stated as a fact.
 */
function findNamed(countries: readonly WorldCountry[], wanted: string): WorldCountry | undefined {
  const isLong = wanted.length >= shortestText;
  const rules: ((name: string) => boolean)[] = [
    (name) => withoutSpaces(name) === withoutSpaces(wanted),
    (name) => isLong && ` ${name} `.includes(` ${wanted} `),
    (name) => isLong && name[0] === wanted[0] && isOneErrorApart(name, wanted),
  ];
  for (const isMeant of rules) {
    const [found, ...more] = countries.filter(({ names }) => names.some(isMeant));
    if (found) return more.length === 0 ? found : undefined;
  }
  return undefined;
}

function offerNeighbours<Country extends OfferedCountry>(
  offered: readonly Country[],
  { flagSrc, name }: WorldCountry,
): CountrySuggestions<Country> {
  const region = listRegion(flagSrc);
  const neighbours = offered
    .filter((country) => region.includes(country.flagSrc))
    .sort((a, b) => (a.popularRank ?? Infinity) - (b.popularRank ?? Infinity))
    .slice(0, maxNeighbours);
  return { didYouMean: [], unoffered: { flagSrc, name }, neighbours };
}

/** Returns the countries whose names differ only by a few typos, most similar first. */
function rankBySimilarity<Country extends NamedCountry>(
  countries: readonly Country[],
  wanted: string,
): Country[] {
  if (wanted.length < shortestText) return [];
  const most = wanted.length <= shortText ? 1 : Math.ceil(wanted.length / 3);
  const distanceTo = ({ name, aliases }: Country) =>
    Math.min(...[name, ...aliases].map((one) => leven(foldText(one), wanted)));
  return countries
    .map((country) => ({ country, distance: distanceTo(country) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ country }) => country);
}

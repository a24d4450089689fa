/** What to offer if no country matches a search: a likely meaning, or countries near the wanted one. Pure. */
import leven from "leven";
import { findCountries, foldText, toWanted, type NamedCountry } from "./countrySearch.rules";
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
/** Wishes of the last days are counted separately for staff. */
export const recentWishDays = 30;
/** Shorter texts resemble too many names. */
const shortestText = 4;

/** Everything is empty if `findCountries` finds the text, or if it resembles no name. */
export function suggestCountries<Country extends OfferedCountry>(
  offered: readonly Country[],
  text: string,
): CountrySuggestions<Country> {
  const nothing = { didYouMean: [], unoffered: null, neighbours: [] };
  if (!foldText(text) || findCountries(offered, text).length > 0) return nothing;
  const wanted = toWanted(text).at(-1)!;
  const codes = new Set(offered.map(({ flagSrc }) => flagSrc));
  const others = listWorldCountries().filter(({ flagSrc }) => !codes.has(flagSrc));
  const named = others.find(({ names }) => names.includes(wanted));
  if (named) return offerNeighbours(offered, named);

  const similar = rankBySimilarity(offered, wanted, ({ name, aliases }) => [name, ...aliases].map(foldText));
  const [otherSimilar] = rankBySimilarity(others, wanted, ({ names }) => names);
  if (otherSimilar && otherSimilar.distance < (similar[0]?.distance ?? Infinity))
    return offerNeighbours(offered, otherSimilar.country);
  return { ...nothing, didYouMean: similar.slice(0, maxSuggestions).map(({ country }) => country) };
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

/** Returns the countries that have a name with few enough typos, fewest first. */
function rankBySimilarity<Country>(
  countries: readonly Country[],
  wanted: string,
  namesOf: (country: Country) => string[],
): { country: Country; distance: number }[] {
  if (wanted.length < shortestText) return [];
  const most = Math.ceil(wanted.length / 3);
  return countries
    .map((country) => ({
      country,
      distance: Math.min(...namesOf(country).map((name) => leven(name, wanted))),
    }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
}

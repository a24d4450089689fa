import {
  findCountries,
  foldText,
  type NamedCountry,
} from "../../../server/modules/catalogue/countrySearch.rules";

export interface CountryOption extends NamedCountry {
  countryUrl: string;
  flagUrl: string;
  leadVisa?: { isTransit: boolean } | null;
}

export function countryMatches<Option extends NamedCountry>(countries: Option[], text: string): Option[] {
  return text.trim() ? findCountries(countries, text) : [];
}

/** Splits the name around the typed part, ignoring case and accents. */
export function splitAtMatch(name: string, text: string): [string, string, string] {
  const wanted = foldText(text);
  for (let from = 0; wanted && from < name.length; from++)
    for (let to = from + 1; to <= name.length; to++)
      if (name[from] !== " " && foldText(name.slice(from, to)) === wanted)
        return [name.slice(0, from), name.slice(from, to), name.slice(to)];
  return [name, "", ""];
}

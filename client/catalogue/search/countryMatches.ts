/** What a country needs to be searched for. */
export interface CountryOption {
  name: string;
  countryUrl: string;
  flagUrl: string;
}

/** The countries whose name contains the trimmed text, in any letter case; none for an empty text. */
export function countryMatches<Option extends { name: string }>(countries: Option[], text: string): Option[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return countries.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** The name in three parts, of which the middle one is what was typed. */
export function splitAtMatch(name: string, text: string): [string, string, string] {
  const wanted = text.trim().toLowerCase();
  const at = name.toLowerCase().indexOf(wanted);
  if (!wanted || at < 0) return [name, "", ""];
  return [name.slice(0, at), name.slice(at, at + wanted.length), name.slice(at + wanted.length)];
}

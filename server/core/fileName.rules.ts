/** Shortens a file name to `maxLength` characters but keeps its extension. */
export function shortenFileName(name: string, maxLength: number): string {
  // Splits by code point, to avoid splitting surrogate pairs.
  const characters = Array.from(name);
  if (characters.length <= maxLength) return name;
  const ending = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? "");
  return [...characters.slice(0, maxLength - ending.length), ...ending].join("");
}

/** Shortens a name to `maxLength` characters and keeps its ending, which states the file's type. */
export function shortenFileName(name: string, maxLength: number): string {
  // Splits by code point, to avoid splitting surrogate pairs.
  const characters = Array.from(name);
  if (characters.length <= maxLength) return name;
  const ending = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? "");
  return [...characters.slice(0, maxLength - ending.length), ...ending].join("");
}

/** Returns a name of at most that many characters, with its ending, which states the type of the file. */
export function shortenFileName(name: string, maxLength: number): string {
  // By code point, to avoid splitting surrogate pairs.
  const characters = Array.from(name);
  if (characters.length <= maxLength) return name;
  const ending = Array.from(/\.[^.]{1,10}$/.exec(name)?.[0] ?? "");
  return [...characters.slice(0, maxLength - ending.length), ...ending].join("");
}

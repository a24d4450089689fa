const MAX_CHARACTERS = 200;

/**
 * The file's own name out of what a client sent: no path, no control characters, at most 200 characters.
 * For display and logs only; nothing is ever stored under it. Empty where nothing is left.
 */
export function cleanFilename(name: string | undefined): string {
  // Direction marks go too ("photo<RLO>gpj.exe" shows as "photoexe.jpg"); joiners stay, Indic scripts need them.
  const visible = (name ?? "").replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
  const base = visible.split(/[/\\]/).at(-1)!.trim();
  if (base === "." || base === "..") return "";
  // By code point, so that no surrogate pair is cut in two.
  return [...base].slice(0, MAX_CHARACTERS).join("");
}

const MAX_CHARACTERS = 200;

/** Returns the base name of a client's file name, for display and logs only. May be empty. */
export function cleanFilename(name: string | undefined): string {
  // Removes direction marks too ("photo<RLO>gpj.exe" displays as "photoexe.jpg"), but not joiners, which
  // Indic scripts need.
  const visible = (name ?? "").replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
  const base = visible.split(/[/\\]/).at(-1)!.trim();
  if (base === "." || base === "..") return "";
  // By code point, to avoid splitting surrogate pairs.
  return [...base].slice(0, MAX_CHARACTERS).join("");
}

import type { Edit } from "../images/geometry";

interface Original {
  file: File;
  /** The user's edit; undefined if the automatic fitting was not changed. */
  edit: Edit | undefined;
}

/** The originals of fitted files, until the page is closed. Drafts store only the fitted files. */
const originals = new WeakMap<File, Original>();

export function keepOriginal(fitted: File, original: Original): void {
  originals.set(fitted, original);
}

/** Returns the chosen file, or the fitted file itself after a reload. */
export function getOriginal(fitted: File): Original {
  return originals.get(fitted) ?? { file: fitted, edit: undefined };
}

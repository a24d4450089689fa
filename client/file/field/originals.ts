import type { Edit } from "../images/geometry";

interface Original {
  file: File;
  /** What was done to it by hand; undefined while it is as the fitting made it. */
  edit: Edit | undefined;
}

/** What a fitted file was made from, while this page is open. A draft keeps the fitted file only. */
const originals = new WeakMap<File, Original>();

export function keepOriginal(fitted: File, original: Original): void {
  originals.set(fitted, original);
}

/** The chosen file, or the fitted one itself where the page has been loaded anew since. */
export function originalOf(fitted: File): Original {
  return originals.get(fitted) ?? { file: fitted, edit: undefined };
}

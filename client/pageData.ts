import type { Site } from "./lib/site";
import type { PublicAnswers } from "./publicData/PublicData";

/** Data that the server embeds in the document next to the markup. */
export interface PageData {
  site: Site;
  answers?: PublicAnswers;
  /** Whether the markup was rendered for this address, so that React can hydrate it. */
  isRendered: boolean;
  /** Nothing exists at the address. All such addresses share one page, rendered with `absentKey`. */
  isAbsent?: boolean;
  /** Script paths of the app and of the page, under `/`. They load after the markup. */
  scripts: string[];
}

export const pageDataId = "page-data";

/** The key of no country and no visa. */
export const absentKey = "-";

/** Returns the data, or undefined if the document was not rendered by a server (`npm run dev`). */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}

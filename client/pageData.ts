import type { Site } from "./lib/site";
import type { PublicAnswers } from "./publicData/PublicData";

/** Data that the server embeds in the document next to the markup. */
export interface PageData {
  site: Site;
  answers?: PublicAnswers;
  /** Whether the markup was rendered for this address, so that React can hydrate it. */
  isRendered: boolean;
  /** Whether nothing exists at the address. All such addresses share one page, rendered with `absentKey`. */
  isAbsent?: boolean;
  /** Paths of the app's and the page's scripts, which load after the markup. */
  scripts: string[];
}

export const pageDataId = "page-data";

/** A key that does not belong to any country or visa. */
export const absentKey = "-";

/** Returns the data, or undefined if the document was not rendered by a server (`npm run dev`). */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}

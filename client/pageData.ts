import type { Site } from "./lib/site";
import type { PublicAnswers } from "./publicData/PublicData";

/** What the server puts into the document beside the markup. */
export interface PageData {
  site: Site;
  /** What was read for the page. */
  answers?: PublicAnswers;
  /** Whether the markup is the very one that this address renders, so that React can take it over. */
  isRendered: boolean;
  /** Nothing stands at the address. The page is the same at all such addresses: it was asked for with `absentKey`. */
  isAbsent?: boolean;
  /** Paths of the scripts of the app and of the page, under `/`. They are fetched once the page stands. */
  scripts: string[];
}

/** The id of the element that carries it. */
export const pageDataId = "page-data";

/** The key of no country and no visa. */
export const absentKey = "-";

/** Reads it; undefined where no server rendered the document (`npm run dev`). */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}

import type { NormalizedCacheObject } from "@apollo/client";
import type { Site } from "./lib/site";

/** What the server puts into the document beside the markup. */
export interface PageData {
  site: Site;
  /** What was read for the page, for Apollo's cache. */
  cache?: NormalizedCacheObject;
  /** Whether the markup is the very one that this address renders, so that React can take it over. */
  isRendered: boolean;
}

/** The id of the element that carries it. */
export const pageDataId = "page-data";

/** Reads it; undefined where no server rendered the document (`npm run dev`). */
export function readPageData(): PageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
}

/** The client on the server: a public page as HTML, with what was read for it. Built to dist/server/renderPage.js. */
import { StrictMode } from "react";
// Not the one for Node: its AsyncLocalStorage makes every promise of the process slower from then on.
import { prerender } from "react-dom/static.edge";
import { StaticRouter } from "react-router-dom";
import { App } from "./App";
import { setSite, type Site } from "./lib/site";
import { type AskPublic, type PublicAnswers, PublicData } from "./publicData/PublicData";
import { PublicDataContext } from "./publicData/usePublicQuery";
import { HeadContext, headTags, type Head, type HeadTag } from "./seo/head";

export interface RenderedPage {
  title: string;
  head: HeadTag[];
  /** What belongs into `#root`. */
  markup: string;
  /** What was read for it. */
  answers: PublicAnswers;
}

/**
 * Renders the page at `location` (path and query) as a visitor sees it. Throws what a component throws, and what a query
 * fails with: a page that says "try again" is not one to keep.
 */
export async function renderPage(location: string, site: Site, ask: AskPublic): Promise<RenderedPage> {
  setSite(site);
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  const publicData = new PublicData((question) =>
    ask(question).catch((error: unknown) => {
      fail(error);
      throw error;
    }),
  );
  let head: Head = {};
  const gather = (part: Head) => {
    head = { ...head, ...part };
  };
  const { prelude } = await prerender(
    <HeadContext value={gather}>
      <StrictMode>
        <PublicDataContext value={publicData}>
          <StaticRouter location={location}>
            <App />
          </StaticRouter>
        </PublicDataContext>
      </StrictMode>
    </HeadContext>,
    {
      // Whole, in reading order: what React would move out of the way comes back by an inline script only.
      progressiveChunkSize: Infinity,
      onError: fail,
    },
  );
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return { title: head.title ?? site.brand, head: headTags(head), markup, answers: publicData.known() };
}

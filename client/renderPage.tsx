/** Renders a public page on the server with its query results. Built to dist/server/renderPage.js. */
import { StrictMode } from "react";
// The edge version, because the Node version uses AsyncLocalStorage, which slows down every promise of the process.
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
  /** The content of `#root`. */
  markup: string;
  /** The query results that the markup shows. */
  answers: PublicAnswers;
}

/** Renders the page at `location`. Throws on any error, because an error page must not be cached. */
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
      // Disables out-of-order streaming, which needs an inline script to move the content back.
      progressiveChunkSize: Infinity,
      onError: fail,
    },
  );
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return { title: head.title ?? site.brand, head: headTags(head), markup, answers: publicData.known() };
}

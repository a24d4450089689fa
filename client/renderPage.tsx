/** The client on the server: a public page as HTML, with what was read for it. Built to dist/server/renderPage.js. */
import { ApolloClient, type NormalizedCacheObject } from "@apollo/client";
import { ApolloLink } from "@apollo/client/link";
import { ApolloProvider } from "@apollo/client/react";
import { prerenderStatic } from "@apollo/client/react/ssr";
import { StrictMode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { from } from "rxjs";
import { makeCache } from "./apollo/cache";
import { App } from "./App";
import { setSite, type Site } from "./lib/site";
import { HeadContext, headTags, type Head, type HeadTag } from "./seo/head";

/** Answers an operation without a network in between; fails where any part of it fails. */
export type Execute = (operation: ApolloLink.Operation) => Promise<ApolloLink.Result>;

export interface RenderedPage {
  title: string;
  head: HeadTag[];
  /** What belongs into `#root`. */
  markup: string;
  cache: NormalizedCacheObject;
}

/**
 * Renders the page at `location` (path and query) as a visitor sees it. Throws what a component throws, and what an
 * operation fails with: a page that says "try again" is not one to keep.
 */
export async function renderPage(location: string, site: Site, execute: Execute): Promise<RenderedPage> {
  setSite(site);
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    throw error;
  };
  const cache = makeCache();
  const client = new ApolloClient({
    ssrMode: true,
    link: new ApolloLink((operation) => from(execute(operation).catch(fail))),
    cache,
  });
  let head: Head = {};
  const gather = (part: Head) => {
    head = { ...head, ...part };
  };
  const { result } = await prerenderStatic({
    tree: (
      <HeadContext value={gather}>
        <StrictMode>
          <ApolloProvider client={client}>
            <StaticRouter location={location}>
              <App />
            </StaticRouter>
          </ApolloProvider>
        </StrictMode>
      </HeadContext>
    ),
    renderFunction: (tree) =>
      prerenderToNodeStream(tree, {
        // Whole, in reading order: what React would move out of the way comes back by an inline script only.
        progressiveChunkSize: Infinity,
        onError: (error) => void failures.push(error),
      }),
  });
  if (failures.length > 0) throw failures[0];
  return { title: head.title ?? site.brand, head: headTags(head), markup: result, cache: cache.extract() };
}

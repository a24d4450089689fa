/** What a browser gets at `/graphql`: the way to Apollo Sandbox (docs/decisions/0021). */
import type { ApolloServerPlugin, BaseContext } from "@apollo/server";
import { escapeHtml } from "../escapeHtml";

/** Apollo's own page; it asks our API from its own origin. */
const apolloSandbox = "https://studio.apollographql.com/sandbox/explorer";

export interface Site {
  brand: string;
  /** Without a slash at the end. */
  publicUrl: string;
}

/** A page without any script: what another host sends must not run where the token of a session is kept. */
export function sandboxPage(site: Site): ApolloServerPlugin<BaseContext> {
  const html = renderSandboxPage(site);
  return {
    serverWillStart: async () => ({ renderLandingPage: async () => ({ html }) }),
  };
}

function renderSandboxPage({ brand, publicUrl }: Site): string {
  const endpoint = `${publicUrl}/graphql`;
  const sandbox = `${apolloSandbox}?${new URLSearchParams({ endpoint }).toString()}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>GraphQL API of ${escapeHtml(brand)}</title>
  </head>
  <body>
    <main>
      <h1>GraphQL API of ${escapeHtml(brand)}</h1>
      <p>
        <a href="${escapeHtml(sandbox)}" target="_blank" rel="noopener noreferrer">Open Apollo Sandbox</a>
        to read the schema and to try operations. It opens in a window of its own, from Apollo's site, and asks
        <code>${escapeHtml(endpoint)}</code> from your browser; where the API runs on your own machine the browser may ask
        you to allow that.
      </p>
      <p>
        For what needs a login, set the header <code>Authorization</code> there to <code>Bearer</code> and the token that
        <code>verifyOtp</code> answers. Prefer one of a trial account: Apollo's page can read it.
      </p>
    </main>
  </body>
</html>
`;
}

/** The page for browsers at `/graphql`, which embeds Apollo Sandbox (docs/decisions/0021). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApolloServerPlugin } from "@apollo/server";
import { escapeHtml } from "../../core/escapeHtml";

export interface SandboxSite {
  brand: string;
  clientFolder: string;
  /** True if the page can be used with a key for the test world. */
  hasTestWorld: boolean;
}

export function sandboxPage({ brand, clientFolder, hasTestWorld }: SandboxSite): ApolloServerPlugin {
  const built = readFileSync(join(clientFolder, "apolloSandbox", "index.html"), "utf8");
  const html = built
    .replaceAll("<!--brand-->", () => escapeHtml(brand))
    .replace("<!--test-world-->", hasTestWorld ? "on" : "off");
  return {
    serverWillStart: async () => ({ renderLandingPage: async () => ({ html }) }),
  };
}

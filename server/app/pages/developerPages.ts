import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../../core/escapeHtml";
import { publicCaching } from "../../platform/http/responseCache/responseCachePlugin";

interface Options {
  brand: string;
  /** The folder of the built client. */
  clientFolder: string;
  /** The current catalogue: cached responses end with it. */
  currentVersion(): object;
}

/** `/developers`: the documentation of the API, which server/build/developerPages.mjs makes from docs/api. */
export async function developerPages(
  app: FastifyInstance,
  { brand, clientFolder, currentVersion }: Options,
): Promise<void> {
  const folder = join(clientFolder, "developers");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(join(folder, file), "utf8").replaceAll("<!--brand-->", () => escapeHtml(brand));
    const path = file === "index.html" ? "/developers" : `/developers/${file.replace(/\.html$/, "")}`;
    app.get(path, async (request, reply) => {
      // Without a query string, because clients can send any number of those.
      if (request.url === path) request.publicMark = { version: currentVersion() };
      return reply.type("text/html; charset=utf-8").header("cache-control", publicCaching).send(html);
    });
  }
}

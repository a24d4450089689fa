import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../../core/escapeHtml";
import { servePublicText } from "../../platform/http/responseCache/servePublicText";

interface Options {
  brand: string;
  clientFolder: string;
  /** Returns an object that identifies the current catalogue; cached pages are discarded when it changes. */
  currentVersion(): object;
}

/** Serves `/developers`, the documentation of the API, which server/build/developerPages.mjs makes from docs/api. */
export async function developerPages(
  app: FastifyInstance,
  { brand, clientFolder, currentVersion }: Options,
): Promise<void> {
  const folder = join(clientFolder, "developers");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".html"))) {
    const makeText = () =>
      readFileSync(join(folder, file), "utf8").replaceAll("<!--brand-->", () => escapeHtml(brand));
    const path = file === "index.html" ? "/developers" : `/developers/${file.replace(/\.html$/, "")}`;
    servePublicText(app, path, { contentType: "text/html", makeText, currentVersion });
  }
  for (const file of readdirSync(join(folder, "examples")))
    servePublicText(app, `/developers/examples/${file}`, {
      contentType: "text/plain",
      makeText: () => readFileSync(join(folder, "examples", file), "utf8"),
      currentVersion,
    });
}

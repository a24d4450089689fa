/**
 * Serves the client: its files, the public pages as HTML, and an empty document for the pages that require a
 * login.
 */
import type { ApolloServer } from "@apollo/server";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fixedPages, isVisaId, routePatterns } from "../../../client/paths";
import { absentKey } from "../../../client/pageData";
import type * as clientRenderer from "../../../client/renderPage";
import type { Config } from "../config";
import { notFound } from "../../core/errors";
import { toSearched } from "../../modules/catalogue/countrySearch.rules";
import type { GraphqlContext } from "../graphql/context";
import { executeInProcess } from "../graphql/executeInProcess";
import type { Services } from "../services";
import { reportUnexpectedError } from "../../core/unexpectedError";
import { compressAll, strongest, type CompressedBody } from "../../platform/http/responseCache/compression";
import { publicCaching, sendCompressed } from "../../platform/http/responseCache/responseCachePlugin";
import { checkoutPageHeaders } from "../../platform/http/securityHeaders";
import { developerPages } from "./developerPages";
import { DocumentTemplate } from "./documentTemplate";
import { findAddress, listAddresses } from "./findAddress";
import { PageRenderer } from "./PageRenderer";
import { brandedManifest, robotsText, sitemapXml } from "./siteFiles";

const oneYearSeconds = 31_536_000;

/** Excludes subfolders and compressed files. */
const isAssetName = (name: string) => /^\w[\w.-]*(?<!\.br|\.gz)$/.test(name);

const publicPatterns = [...fixedPages, routePatterns.visas, routePatterns.visa];
const privatePatterns = Object.values(routePatterns).filter(
  (pattern) => pattern !== routePatterns.visaapplicants && !publicPatterns.includes(pattern),
);

export interface PageFolders {
  client: string;
  renderer: string;
}

interface Given {
  config: Config;
  services: Services;
  apollo: ApolloServer<GraphqlContext>;
  folders: PageFolders;
}

export async function clientPages(
  app: FastifyInstance,
  { config, services, apollo, folders }: Given,
): Promise<void> {
  const { catalogue } = services;
  const site = { brand: config.brand, publicUrl: config.publicUrl };
  const template = new DocumentTemplate(folders.client);
  // Loading the renderer takes a quarter of the startup time, so it begins only once the server is listening.
  const load = () => import(folders.renderer) as Promise<typeof clientRenderer>;
  if (config.production) app.addHook("onListen", () => void load());
  const renderer = new PageRenderer({
    render: async (...given) => (await load()).renderPage(...given),
    template,
    site,
    ask: executeInProcess(apollo, services),
  });
  const shell = await compressAll(
    template.fill({ title: config.brand, head: noindex, markup: "", data: { site, isRendered: false } }),
    strongest,
  );

  await serveFiles(app, { catalogue, site, clientFolder: folders.client });
  await app.register(developerPages, {
    brand: config.brand,
    clientFolder: folders.client,
    currentVersion: () => catalogue.lists,
  });
  const sendShell = async (request: FastifyRequest, reply: FastifyReply) =>
    sendHtml(shell, request, reply.header("cache-control", "no-cache"));
  const sendPublicPage = publicPageSender(catalogue, renderer, sendShell);
  // Search engines see only the live pages, so the browser renders those of the test world.
  for (const pattern of publicPatterns) app.get(pattern, config.isTestWorld ? sendShell : sendPublicPage);
  for (const pattern of privatePatterns) app.get(pattern, sendShell);
  const securityHeaders = checkoutPageHeaders(config);
  app.get(routePatterns.visaapplicants, { config: { securityHeaders } }, sendShell);
  app.setNotFoundHandler(async (request, reply) => {
    if (!request.headers.accept?.includes("text/html")) throw notFound();
    return config.isTestWorld ? sendShell(request, reply.code(404)) : sendPublicPage(request, reply);
  });
}

function publicPageSender(
  catalogue: Services["catalogue"],
  renderer: PageRenderer,
  sendShell: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Parsed manually, because `URL` throws on some addresses (`//`).
    const [, pathname = "", search = ""] = /^([^?]*)(.*)$/.exec(request.url) ?? [];
    const searchParams = new URLSearchParams(search);
    const address = findAddress(catalogue, pathname);
    if (address.kind === "moved") return reply.redirect(address.path + search, 301);
    const isAbsent = address.kind === "absent";
    // Unknown addresses share a few pages, so that made-up ones are not rendered individually.
    const path = isAbsent ? absentPath(pathname) : address.path;
    const wanted = path === "/visas" ? toSearched(searchParams.get("q") ?? "") : "";
    const version = catalogue.lists;
    reply.code(isAbsent ? 404 : 200);
    try {
      const pageModule = toPageModule(path);
      const searched = { location: `${path}?q=${encodeURIComponent(wanted)}`, pageModule };
      const page = wanted
        ? await renderer.search(version, searched, path)
        : await renderer.page(version, { location: path, pageModule, isAbsent });
      // Caches a page only if there is no query string, because clients can send any number of query strings.
      if (request.url === path) request.publicMark = { version, compressed: page };
      return sendHtml(page, request, reply.header("cache-control", publicCaching));
    } catch (error) {
      // Sends an empty document, because the browser can render the page itself.
      reportUnexpectedError(request.log, error);
      return sendShell(request, reply);
    }
  };
}

interface Files {
  catalogue: Services["catalogue"];
  site: { brand: string; publicUrl: string };
  clientFolder: string;
}

/** Serves the files of the client's build, and those that depend on the settings or the catalogue. */
async function serveFiles(app: FastifyInstance, { catalogue, site, clientFolder }: Files): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    index: false,
    wildcard: false,
    globIgnore: [
      "index.html",
      "apolloSandbox/**",
      "assets/**",
      "developers/**",
      "manifest.webmanifest",
      ".vite/**",
      "**/*.{br,gz}",
    ],
    // server/build/compressClient.mjs has compressed the files.
    preCompressed: true,
    // Vite puts a content hash into the file names under assets/.
    setHeaders: (reply, path) => {
      const lasts = path.includes("/assets/");
      reply.header("cache-control", lasts ? `public, max-age=${oneYearSeconds}, immutable` : "no-cache");
    },
  });
  // One route, because a route for each file would take a sixth of the startup time.
  app.get<{ Params: { "*": string } }>("/assets/*", async ({ params: { "*": name } }, reply) =>
    isAssetName(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  );
  const manifest = brandedManifest(clientFolder, site.brand);
  app.get("/manifest.webmanifest", async (_request, reply) =>
    reply.type("application/manifest+json").header("cache-control", "no-cache").send(manifest),
  );
  app.get("/robots.txt", async (_request, reply) =>
    reply.type("text/plain").send(robotsText(site.publicUrl)),
  );
  app.get("/sitemap.xml", async (request, reply) => {
    if (!request.url.includes("?")) request.publicMark = { version: catalogue.lists };
    return reply.type("application/xml").send(sitemapXml(site.publicUrl, listAddresses(catalogue)));
  });
}

const noindex = [{ tag: "meta" as const, attributes: { name: "robots", content: "noindex" } }];

const unknownVisaId = "00000000-0000-0000-0000-000000000000";

/** Returns the unknown address that stands for all addresses which the client rejects in the same way. */
function absentPath(pathname: string): string {
  const [, page, key = ""] = /^\/(visas?)(?:\/([^/]*))?\/?$/i.exec(pathname) ?? [];
  if (!page) return `/${absentKey}`;
  const isVisa = page.toLowerCase() === "visa";
  return isVisa && isVisaId(key) ? `/visa/${unknownVisaId}` : `/${page.toLowerCase()}/${absentKey}`;
}

/**
 * Returns the page's module. The first URL segment names its folder under client/pages; a country's visas and the list
 * of countries share a folder.
 */
function toPageModule(path: string): string {
  const [, folder, key] = path.split("/");
  if (folder === "visas") return `pages/visas/${key ? "CountryPage" : "CountryListPage"}.tsx`;
  return `pages/${folder === absentKey ? "notfound" : folder || "home"}/Page.tsx`;
}

const sendHtml = (page: CompressedBody, request: FastifyRequest, reply: FastifyReply) =>
  sendCompressed(page, request, reply.type("text/html; charset=utf-8"));

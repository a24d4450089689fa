import { readFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../../../client/paths";

/** Paths that crawlers should not request, because they require a login or are meant for programs. */
const closed = [
  paths.applications(),
  "/visarequest",
  "/visaapplicants",
  "/application",
  paths.profile(),
  paths.partners(),
  "/take/",
  paths.logout(),
  paths.staff(),
  "/graphql",
  "/api/",
  "/files/",
  "/receipts/",
  "/razorpay-sandbox",
];

export function robotsText(publicUrl: string): string {
  const lines = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), ""];
  return [...lines, `Sitemap: ${new URL("/sitemap.xml", publicUrl).href}`, ""].join("\n");
}

/** `sitemap.xml` (sitemaps.org 0.9). Omits `lastmod`, because the age of seeded content is unknown. */
export function sitemapXml(publicUrl: string, addresses: readonly string[]): string {
  const urls = addresses.map((path) => `  <url><loc>${new URL(path, publicUrl).href}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Returns the built client's manifest with the product's name. */
export function brandedManifest(clientFolder: string, brand: string): string {
  const built = readFileSync(join(clientFolder, "manifest.webmanifest"), "utf8");
  return JSON.stringify({ ...(JSON.parse(built) as object), name: brand, short_name: brand });
}

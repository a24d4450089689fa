/** Reads a page as programs do that run no JavaScript. */
import type { ReadList } from "./read";

const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");

/** The words of a page, as a person reads them with JavaScript off. */
export function readWords(html: string): string {
  const [, body = ""] = /<div id="root">([^]*)<script type="application\/json"/.exec(html) ?? [];
  return unescaped(body.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
}

/** The content of a `<meta>`; "" where there is none. */
export function readMeta(html: string, name: string): string {
  return unescaped(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "");
}

/** All canonical addresses that the page names. */
export function readCanonical(html: string): (string | undefined)[] {
  return [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
}

/** What our pages say of themselves in JSON-LD (schema.org), as a test reads it. */
export interface StructuredData {
  "@type": string;
  name: string;
  offers: { price: number; lowPrice: number; highPrice: number; offerCount: number };
  mainEntity: ReadList<{ name: string; acceptedAnswer: { text: string } }>;
  itemListElement: ReadList<{ name: string; item: string }>;
  contactPoint: { email: string };
}

/** All JSON-LD of the page. */
export function readStructuredData(html: string): StructuredData[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g);
  return [...blocks].map(([, text]) => JSON.parse(text!) as StructuredData);
}

/** The JSON-LD of that type, of which the page has to have one. */
export function findData(html: string, type: string): StructuredData {
  const found = readStructuredData(html).find((data) => data["@type"] === type);
  if (!found) throw new Error(`The page has no ${type}`);
  return found;
}

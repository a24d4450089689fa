/** Reads a page as clients without JavaScript do. */
import type { ReadList } from "./read";

const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");

/** Returns the words of a page, as a person reads them with JavaScript off. */
export function readWords(html: string): string {
  const [, body = ""] = /<div id="root">([^]*)<script type="application\/json"/.exec(html) ?? [];
  return unescaped(body.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
}

/** Returns the content of a `<meta>`; "" if there is none. */
export function readMeta(html: string, name: string): string {
  return unescaped(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "");
}

/** Returns all canonical addresses of the page. */
export function readCanonical(html: string): (string | undefined)[] {
  return [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
}

/** The JSON-LD of our pages (schema.org), as tests read it. */
export interface StructuredData {
  "@type": string;
  name: string;
  offers: { price: number; lowPrice: number; highPrice: number; offerCount: number };
  mainEntity: ReadList<{ name: string; acceptedAnswer: { text: string } }>;
  itemListElement: ReadList<{ name: string; item: string }>;
  contactPoint: { email: string };
}

/** Returns all JSON-LD of the page. */
export function readStructuredData(html: string): StructuredData[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g);
  return [...blocks].map(([, text]) => JSON.parse(text!) as StructuredData);
}

/** Returns the JSON-LD of the type; throws if the page has none. */
export function findData(html: string, type: string): StructuredData {
  const found = readStructuredData(html).find((data) => data["@type"] === type);
  if (!found) throw new Error(`The page has no ${type}`);
  return found;
}

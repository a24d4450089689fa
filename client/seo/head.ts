import { createContext } from "react";
import { absoluteUrl, brandName } from "../lib/site";

/** Metadata of a page for search engines and link previews. Paths are absolute within this site. */
export interface Head {
  title?: string;
  description?: string;
  keywords?: string;
  canonicalPath?: string;
  /** The image of a link preview, 1200 × 630 px; by default the company's image. */
  picturePath?: string;
  noindex?: boolean;
  /** JSON-LD objects (schema.org). */
  structuredData?: object[];
}

export interface HeadTag {
  tag: "meta" | "link" | "script";
  attributes: Record<string, string>;
  text?: string;
}

/** Collects the head during server rendering, which does not run effects. */
export const HeadContext = createContext<((part: Head) => void) | undefined>(undefined);

/** Returns the head's elements except the title. Server and client get the same elements. */
export function headTags(head: Head): HeadTag[] {
  const { title, description, keywords, canonicalPath, noindex, structuredData = [] } = head;
  const meta = (key: "name" | "property", name: string, content: string | undefined): HeadTag[] =>
    content ? [{ tag: "meta", attributes: { [key]: name, content } }] : [];
  if (noindex) return meta("name", "robots", "noindex");

  const url = canonicalPath === undefined ? undefined : absoluteUrl(canonicalPath);
  return [
    ...meta("name", "description", description),
    ...meta("name", "keywords", keywords),
    ...(url ? [{ tag: "link" as const, attributes: { rel: "canonical", href: url } }] : []),
    ...meta("property", "og:site_name", brandName()),
    ...meta("property", "og:type", "website"),
    ...meta("property", "og:locale", "en_IN"),
    ...meta("property", "og:title", title),
    ...meta("property", "og:description", description),
    ...meta("property", "og:url", url),
    ...meta("property", "og:image", absoluteUrl(head.picturePath ?? "/share/home.png")),
    ...meta("property", "og:image:width", "1200"),
    ...meta("property", "og:image:height", "630"),
    ...meta("name", "twitter:card", "summary_large_image"),
    ...structuredData.map((data): HeadTag => ({
      tag: "script",
      attributes: { type: "application/ld+json" },
      // A `</script>` in a catalogue text must not end the element.
      text: JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c"),
    })),
  ];
}

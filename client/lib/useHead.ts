import { useEffect } from "react";

/** What search engines read about a page; `canonicalPath` is absolute within this site. */
export interface Head {
  description?: string;
  keywords?: string;
  canonicalPath?: string;
  noindex?: boolean;
}

function setMeta(name: string, content: string | undefined) {
  const present = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === undefined) return present?.remove();
  const meta = present ?? document.head.appendChild(document.createElement("meta"));
  meta.name = name;
  meta.content = content;
}

function setCanonical(path: string | undefined) {
  const present = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (path === undefined) return present?.remove();
  const link = present ?? document.head.appendChild(document.createElement("link"));
  link.rel = "canonical";
  link.href = new URL(path, window.location.origin).href;
}

/** Keeps the description, keywords, canonical address and robots of the page; the next page takes over. */
export function useHead({ description, keywords, canonicalPath, noindex }: Head): void {
  useEffect(() => {
    setMeta("description", description);
    setMeta("keywords", keywords);
    setMeta("robots", noindex ? "noindex" : undefined);
    setCanonical(canonicalPath);
  }, [description, keywords, canonicalPath, noindex]);
}

import { use, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { brandName } from "../lib/site";
import { type Head, HeadContext, headTags } from "./head";

/** Keeps the head of the page, title apart (see usePageTitle); the next page takes over. */
export function useHead(head: Omit<Head, "title">): void {
  use(HeadContext)?.(head);
  const tags = JSON.stringify(headTags(head));
  useEffect(() => {
    document.head.querySelectorAll("[data-head]").forEach((element) => element.remove());
    for (const { tag, attributes, text } of JSON.parse(tags) as ReturnType<typeof headTags>) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.setAttribute("data-head", "");
      if (text) element.textContent = text;
      document.head.append(element);
    }
    syncShareTitle();
  }, [tags]);
}

/** Keeps the title of a link preview that of the page; one that is not for search engines has no preview. */
function syncShareTitle(): void {
  const present = document.head.querySelector("meta[property='og:title']");
  if (!document.head.querySelector("meta[property='og:type']")) {
    present?.remove();
    return;
  }
  const element = present ?? document.createElement("meta");
  element.setAttribute("property", "og:title");
  element.setAttribute("content", document.title);
  element.setAttribute("data-head", "");
  if (!present) document.head.append(element);
}

/** The path whose heading had the focus last; the page that the visitor arrived on keeps the browser's focus. */
let focusedPath: string | undefined;

/**
 * Sets `{title} | {brand}` and, after a route change, moves the focus to the page's `h1` (which needs
 * `tabIndex={-1}`). Pass undefined while the page is loading. `hasError` puts "Error: " in front.
 */
export function usePageTitle(title: string | undefined, options: { hasError?: boolean } = {}): void {
  const { hash, pathname } = useLocation();
  const whole =
    title === undefined ? undefined : `${options.hasError ? "Error: " : ""}${title} | ${brandName()}`;
  const tellServer = use(HeadContext);
  if (whole !== undefined) tellServer?.({ title: whole });

  useEffect(() => {
    if (whole === undefined) return;
    document.title = whole;
    syncShareTitle();
  }, [whole]);

  useEffect(() => {
    if (title === undefined || focusedPath === pathname) return;
    const isArrival = focusedPath === undefined;
    focusedPath = pathname;
    // The section that the address names has taken the focus already (`useHashTarget`).
    const isAtTarget = hash !== "" && document.activeElement?.id === hash.slice(1);
    if (isArrival || isAtTarget || document.querySelector("dialog[open]")) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [title, hash, pathname]);
}

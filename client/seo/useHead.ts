import { use, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { brandName } from "../lib/site";
import { type Head, HeadContext, headTags } from "./head";

/** Sets the page's head except the title (see usePageTitle), until the next page replaces it. */
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

/** Keeps the link preview's title equal to the page's. Pages hidden from search engines do not have a preview. */
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

/**
 * The last screen whose heading was focused. On the first page of a visit, the focus stays where the browser puts it.
 */
let focusedScreen: string | undefined;

/**
 * Sets `{title} | {brand}` and, after a route change, focuses the page's `h1` (which needs `tabIndex={-1}`). Pass
 * `title` as undefined while the page is loading. `hasError` adds the prefix "Error: ". `part` names one of several
 * screens on a path: a change from one to another counts as a route change.
 */
export function usePageTitle(
  title: string | undefined,
  options: { hasError?: boolean; part?: string } = {},
): void {
  const { hash, pathname } = useLocation();
  const screen = `${pathname} ${options.part ?? ""}`;
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
    if (title === undefined || focusedScreen === screen) return;
    const isArrival = focusedScreen === undefined;
    focusedScreen = screen;
    // Does not take the focus from the section in the address (`useHashTarget`).
    const isAtTarget = hash !== "" && document.activeElement?.id === hash.slice(1);
    if (isArrival || isAtTarget || document.querySelector("dialog[open]")) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [title, hash, screen]);
}

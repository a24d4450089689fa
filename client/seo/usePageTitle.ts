import { use, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { HeadContext } from "./head";
import { brandName } from "../lib/site";

/** The path whose heading had the focus last; the page that the visitor arrived on keeps the browser's focus. */
let focusedPath: string | undefined;

/**
 * Sets `{title} | {brand}` and, after a route change, moves the focus to the page's `h1` (which needs
 * `tabIndex={-1}`). Pass undefined while the page is loading. `hasError` puts "Error: " in front.
 */
export function usePageTitle(title: string | undefined, options: { hasError?: boolean } = {}): void {
  const { pathname } = useLocation();
  const whole =
    title === undefined ? undefined : `${options.hasError ? "Error: " : ""}${title} | ${brandName()}`;
  const tellServer = use(HeadContext);
  if (whole !== undefined) tellServer?.({ title: whole });

  useEffect(() => {
    if (whole !== undefined) document.title = whole;
  }, [whole]);

  useEffect(() => {
    if (title === undefined || focusedPath === pathname) return;
    const isArrival = focusedPath === undefined;
    focusedPath = pathname;
    if (isArrival || document.querySelector("dialog[open]")) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [title, pathname]);
}

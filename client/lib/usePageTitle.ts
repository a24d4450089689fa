import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useBrand } from "./brand";

/** The path whose heading had the focus last; the page that the visitor arrived on keeps the browser's focus. */
let focusedPath: string | undefined;

/**
 * Sets `{title} | {brand}` and, after a route change, moves the focus to the page's `h1` (which needs
 * `tabIndex={-1}`). Pass undefined while the page is loading. `hasError` puts "Error: " in front.
 */
export function usePageTitle(title: string | undefined, options: { hasError?: boolean } = {}): void {
  const brand = useBrand();
  const { pathname } = useLocation();
  const prefix = options.hasError ? "Error: " : "";

  useEffect(() => {
    if (title !== undefined) document.title = `${prefix}${title} | ${brand}`;
  }, [title, brand, prefix]);

  useEffect(() => {
    if (title === undefined || focusedPath === pathname) return;
    const isArrival = focusedPath === undefined;
    focusedPath = pathname;
    if (isArrival || document.querySelector("dialog[open]")) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [title, pathname]);
}

import { oncePageAnswers } from "./pageAnswers";

/** The app's files that this page has loaded so far. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === window.location.origin && /^\/(assets|flags)\//.test(pathname),
    )
    .map(({ pathname }) => pathname);

/** Reports the open page to the service worker, which caches it if it is public. */
function keepOpenPage(worker: ServiceWorker | null) {
  worker?.postMessage({ page: window.location.pathname, loaded: loadedFiles() });
}

/**
 * Registers `/sw.js` in production once the page is interactive, so that the worker learns about all loaded files.
 * Each build has its own worker, which deletes the caches of older builds. In browsers with the Navigation API,
 * pages that the router opens are reported too.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const build = import.meta.url.replace(/^.*\/|\.js.*$/g, "");
  const register = async () => {
    try {
      await navigator.serviceWorker.register(`/sw.js?build=${build}`);
      const { active } = await navigator.serviceWorker.ready;
      keepOpenPage(active);
      if (!("navigation" in window)) return;
      let shown = window.location.pathname;
      window.navigation.addEventListener("currententrychange", () => {
        if (window.location.pathname === shown) return;
        shown = window.location.pathname;
        keepOpenPage(navigator.serviceWorker.controller);
      });
    } catch {
      // Private mode may block workers; the site works without one.
    }
  };
  oncePageAnswers(() => void register());
}

import { oncePageAnswers } from "./pageAnswers";

/** The files of the app that this page has loaded so far. */
const loadedFiles = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === window.location.origin && /^\/(assets|flags)\//.test(pathname),
    )
    .map(({ pathname }) => pathname);

/** Hands the open page to the worker, which keeps it where it is public. */
function keepOpenPage(worker: ServiceWorker | null) {
  worker?.postMessage({ page: window.location.pathname, loaded: loadedFiles() });
}

/**
 * Registers `/sw.js` once the page answers and the worker can learn of all that it loaded, in a built client only. Each build has a worker of its own, which
 * drops what an older one kept. A page that the router opens is kept too, where the browser tells of it.
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
      // Private mode may refuse workers: the site works without one.
    }
  };
  oncePageAnswers(() => void register());
}

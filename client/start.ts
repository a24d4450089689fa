/**
 * The entry point of a page. Loads the app after the styles and images of the server's markup, which is usable
 * immediately. The load event does not wait for the app.
 */
import { keepEarlyTaps } from "./lib/earlyTaps";
import { readPageData } from "./pageData";

keepEarlyTaps();
for (const file of readPageData()?.scripts ?? []) fetchScript(`/${file}`);
void import("./main");

/** Preloads a script, which the browser would otherwise fetch only after its importer. */
function fetchScript(href: string) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "modulepreload", crossOrigin: "", href });
  document.head.append(link);
}

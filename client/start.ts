/**
 * The entry point of a page. The server's markup is usable immediately, and its styles and images load first;
 * the app loads afterwards. The load event does not wait for it.
 */
import { keepEarlyTaps } from "./lib/earlyTaps";
import { readPageData } from "./pageData";

keepEarlyTaps();
for (const file of readPageData()?.scripts ?? []) fetchScript(`/${file}`);
void import("./main");

/** Fetches the script now rather than when its importer has loaded. */
function fetchScript(href: string) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "modulepreload", crossOrigin: "", href });
  document.head.append(link);
}

/**
 * Where a page begins. What the server wrote can be read and followed at once, and its styles and pictures have the line
 * to themselves; the app comes after them. The page counts as loaded without it.
 */
import { keepEarlyTaps } from "./lib/earlyTaps";
import { readPageData } from "./pageData";

keepEarlyTaps();
for (const file of readPageData()?.scripts ?? []) fetchScript(`/${file}`);
void import("./main");

/** Now, not when the script that imports it has come. */
function fetchScript(href: string) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "modulepreload", crossOrigin: "", href });
  document.head.append(link);
}

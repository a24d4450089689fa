import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** The headless shell comes first, because it opens a page in two thirds of the time. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Instructions for developers without a browser for the journeys. */
export const howToGetChromium =
  "Install Chromium or Chrome, or set CHROMIUM_PATH to the program of one, and run the command again. " +
  "`npm run test:quick` needs no browser.";

/** Returns the path of the browser for the journeys. Throws with instructions if there is none. */
export function findChromium(): string {
  const found = findInstalledChromium();
  if (!found)
    throw new Error(`No browser for the journeys. Run \`npm run test:browser\`, or: ${howToGetChromium}`);
  return found;
}

/**
 * Returns `CHROMIUM_PATH` if set, else an installed browser, else Playwright's; undefined if there is none. Throws if
 * there is no file at `CHROMIUM_PATH`, because a silent fallback would be confusing.
 */
export function findInstalledChromium(): string | undefined {
  const given = process.env["CHROMIUM_PATH"];
  if (!given) return [...usualPlaces, chromium.executablePath()].find((place) => existsSync(place));
  if (existsSync(given)) return given;
  throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
}

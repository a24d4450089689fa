import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** The same browser without its windows comes first: a page takes it two thirds of the time. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** What somebody can do who has no browser for the journeys. */
export const howToGetChromium =
  "Install Chromium or Chrome, or set CHROMIUM_PATH to the program of one, and run the command again. " +
  "`npm run test:quick` needs no browser.";

/** The path of the browser that the journeys run in. Throws, with what to do, where there is none. */
export function findChromium(): string {
  const found = findInstalledChromium();
  if (!found)
    throw new Error(`No browser for the journeys. Run \`npm run test:browser\`, or: ${howToGetChromium}`);
  return found;
}

/**
 * `CHROMIUM_PATH` where it is set, else a browser of this machine, else one that Playwright keeps. Throws where
 * `CHROMIUM_PATH` names nothing: another browser than the one asked for would be a riddle.
 */
export function findInstalledChromium(): string | undefined {
  const given = process.env["CHROMIUM_PATH"];
  if (!given) return [...usualPlaces, chromium.executablePath()].find((place) => existsSync(place));
  if (existsSync(given)) return given;
  throw new Error(`CHROMIUM_PATH names ${given}, which is not there.`);
}

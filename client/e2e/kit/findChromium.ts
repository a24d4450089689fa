import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const usualPlaces = [
  process.env["CHROMIUM_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser for the journeys: the machine's own, or else one that this installs. Says which. */
export function findChromium(): string {
  const found = findInstalled() ?? install();
  console.log(`Journeys run in ${found}`);
  return found;
}

function findInstalled(): string | undefined {
  return [...usualPlaces, chromium.executablePath()].find((place) => place !== "" && existsSync(place));
}

function install(): string {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "inherit" });
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", "update");
    run("apt-get", "install", "--yes", "--no-install-recommends", "chromium");
  } else {
    run(process.execPath, "node_modules/playwright-core/cli.js", "install", "chromium");
  }
  const installed = findInstalled();
  if (!installed) throw new Error("No Chromium was found, and none could be installed. Set CHROMIUM_PATH");
  return installed;
}

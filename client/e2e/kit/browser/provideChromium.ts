/**
 * `npm run test:browser`, the first step of `npm test`: ensures that a browser for the journeys is installed.
 * Announces the installation and how to avoid it. In a terminal it waits first, so that the user can cancel.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { findInstalledChromium, howToGetChromium } from "./findChromium";

const secondsToStop = 5;

type Command = [command: string, ...args: string[]];

interface Installation {
  what: string;
  commands: Command[];
  /** Runs if `commands` fail. */
  otherwise?: Command;
}

const aptInstall = (name: string): Command => [
  "apt-get",
  "install",
  "--yes",
  "--no-install-recommends",
  name,
];

/** Chooses the Debian package if the user is root and has apt-get, as in a container; otherwise Playwright's browser. */
function chooseInstallation(): Installation {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get"))
    return {
      what: "the system's package chromium-headless-shell, or chromium if there is none (apt-get install)",
      commands: [["apt-get", "update"], aptInstall("chromium-headless-shell")],
      otherwise: aptInstall("chromium"),
    };
  return {
    what: "Playwright's Chromium into your cache folder (about 150 MB, removed with `npx playwright-core uninstall`)",
    commands: [[process.execPath, "node_modules/playwright-core/cli.js", "install", "chromium"]],
  };
}

async function install({ what, commands, otherwise }: Installation): Promise<string> {
  console.log("The browser journeys need Chromium or Chrome, and none was found on this machine.");
  console.log(`Going to install ${what}.`);
  console.log("To avoid it, set CHROMIUM_PATH to a browser; or run `npm run test:quick`, which needs none.");
  if (process.stdout.isTTY) {
    console.log(`Starts in ${secondsToStop} seconds; press Ctrl-C to cancel.`);
    await wait(secondsToStop * 1000);
  }
  const run = ([command, ...args]: Command) => execFileSync(command, args, { stdio: "inherit" });
  try {
    commands.forEach(run);
  } catch (error) {
    if (!otherwise) throw error;
    run(otherwise);
  }
  const installed = findInstalledChromium();
  if (!installed) throw new Error("the installed browser is not in a usual place");
  return installed;
}

try {
  const browser = findInstalledChromium();
  console.log(`Journeys run in ${browser ?? (await install(chooseInstallation()))}`);
} catch (error) {
  console.error(`No browser for the journeys: ${(error as Error).message}`);
  console.error(howToGetChromium);
  process.exit(1);
}

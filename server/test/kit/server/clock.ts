import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunningServer } from "./runningServer";

/** Returns settings for `TestServer.start` with which the clock starts at `moment` when the process starts. */
export function clockAt(moment: string): Record<string, string> {
  return {
    CLOCK_AT: moment,
    NODE_OPTIONS: `--import ${fileURLToPath(new URL("clockAt.mjs", import.meta.url))}`,
  };
}

/** Returns settings for a stopped clock, whose time stays the same until `setClock`. */
export function clockStandsAt(moment: string): Record<string, string> {
  return { ...clockAt(moment), CLOCK_STANDS: "1" };
}

/** Sets the clock of a server that was started with `clockAt` or `clockStandsAt`, and of its commands. */
export async function setClock({ dataDir }: RunningServer, moment: string): Promise<void> {
  const file = join(dataDir, "clock.txt");
  // Replaced atomically, because the server reads the file each time it needs the time.
  await writeFile(`${file}.new`, moment);
  await rename(`${file}.new`, file);
}

/** Returns today's date in Asia/Kolkata, the time zone of all dates. Uses `Intl`, not the code under test. */
export function todayInIndia(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format();
}

/** Returns today's date in India plus `days` days. */
export function daysAhead(days: number): string {
  const midday = new Date(`${todayInIndia()}T12:00:00Z`);
  midday.setUTCDate(midday.getUTCDate() + days);
  return midday.toISOString().slice(0, 10);
}

/** Returns the date in India `years` years ago. */
export function yearsAgo(years: number): string {
  const [year, ...rest] = todayInIndia().split("-");
  return [Number(year) - years, ...rest].join("-").replace(/-02-29$/, "-02-28");
}

import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunningServer } from "./runningServer";

/** Settings for `TestServer.start`: the machine's clock stands at that moment when the process starts. */
export function clockAt(moment: string): Record<string, string> {
  return {
    CLOCK_AT: moment,
    NODE_OPTIONS: `--import ${fileURLToPath(new URL("clockAt.mjs", import.meta.url))}`,
  };
}

/** The same, but the clock stands: all that is done until it is set is done at that moment. */
export function clockStandsAt(moment: string): Record<string, string> {
  return { ...clockAt(moment), CLOCK_STANDS: "1" };
}

/** Sets the clock of a server that was started with one of those, and of its commands. */
export async function setClock({ dataDir }: RunningServer, moment: string): Promise<void> {
  const file = join(dataDir, "clock.txt");
  // At once as a whole: the server looks at it whenever it asks for the time.
  await writeFile(`${file}.new`, moment);
  await rename(`${file}.new`, file);
}

/** The day in Asia/Kolkata, by which all dates are counted; told by `Intl`, not by the code under test. */
export function todayInIndia(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format();
}

/** The day that many days after today in India. */
export function daysAhead(days: number): string {
  const midday = new Date(`${todayInIndia()}T12:00:00Z`);
  midday.setUTCDate(midday.getUTCDate() + days);
  return midday.toISOString().slice(0, 10);
}

/** The same day of the year, that many years before today in India. */
export function yearsAgo(years: number): string {
  const [year, ...rest] = todayInIndia().split("-");
  return [Number(year) - years, ...rest].join("-").replace(/-02-29$/, "-02-28");
}

import { assertDatabaseExists } from "../../platform/db/databaseSettings";
import { makeLog } from "../../platform/process/log";
import { readConfig, type Config } from "../config";
import { openServices, type Services } from "../services";
import { BadUsage, readArguments, runCommand } from "./runCommand";

/** Returns the text to print, if any. */
type Work = (services: Services, config: Config) => Promise<string | undefined>;

/** Runs the work that the arguments name. If they name none, prints `usage`. */
export function runWithServices(usage: string, findWork: (args: string[]) => Work | undefined): void {
  runCommand(async () => {
    const work = findWork(process.argv.slice(2));
    if (!work) throw new BadUsage(usage);
    await openAndRun(work, readConfig());
  });
}

/** Runs work without arguments, whose result for a new and empty database would mislead. */
export function runOnExistingData(usage: string, work: Work): void {
  runCommand(async () => {
    readArguments(usage, {});
    const config = readConfig();
    assertDatabaseExists(config.database);
    await openAndRun(work, config);
  });
}

async function openAndRun(work: Work, config: Config): Promise<void> {
  const services = await openServices(config, makeLog("error"));
  try {
    const text = await work(services, config);
    if (text !== undefined) console.log(text);
  } finally {
    await services.close();
  }
}

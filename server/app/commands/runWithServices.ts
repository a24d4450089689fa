import { assertDatabaseExists } from "../../platform/db/databaseSettings";
import { makeLog } from "../../platform/process/log";
import { readConfig, type Config } from "../config";
import { openServices, type Services } from "../services";
import { runCommand } from "./runCommand";

/** Returns the text to print, if any. */
type Work = (services: Services, config: Config) => Promise<string | undefined>;

/** Runs the work that the arguments name. If they name none, prints `usage`; the exit code is then 2. */
export function runWithServices(usage: string, findWork: (args: string[]) => Work | undefined): void {
  runCommand(async () => {
    const work = findWork(process.argv.slice(2));
    if (work) return openAndRun(work, readConfig());
    console.error(usage);
    process.exitCode = 2;
  });
}

/** Runs work whose result for a new and empty database would mislead. */
export function runOnExistingData(work: Work): void {
  runCommand(async () => {
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

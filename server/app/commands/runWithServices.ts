import { assertDatabaseExists } from "../../platform/db/databaseSettings";
import { makeLog } from "../../platform/process/log";
import { readConfig, type Config } from "../config";
import { openServices, type Services } from "../services";
import { BadUsage, readArguments, runCommand } from "./runCommand";

/** Returns the text to print, if any. */
type Work = (services: Services, config: Config) => Promise<string | undefined>;

/** Runs the subcommand that the arguments select; prints `usage` if they select none. */
export function runWithServices(usage: string, findWork: (args: string[]) => Work | undefined): void {
  runCommand(async () => {
    const work = findWork(process.argv.slice(2));
    if (!work) throw new BadUsage(usage);
    await openAndRun(work, readConfig());
  });
}

/** A subcommand, selected by the first argument. */
interface Verb {
  /** Number of mandatory arguments after the verb. */
  needs: number;
  /** Number of optional arguments after the mandatory ones. */
  allows?: number;
  run(services: Services, parts: string[], config: Config): Promise<string>;
}

export function runVerbs(usage: string, verbs: Readonly<Record<string, Verb>>): void {
  runWithServices(usage, ([name = "", ...parts]) => {
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    const others = parts.length - (verb?.needs ?? 0);
    if (!verb || others < 0 || others > (verb.allows ?? 0)) return undefined;
    return (services, config) => verb.run(services, parts, config);
  });
}

/**
 * Runs a command without arguments. The database must exist, because results for a new, empty one would be misleading.
 */
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

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
    if (!work) {
      console.error(usage);
      process.exitCode = 2;
      return;
    }
    const config = readConfig();
    const services = await openServices(config, makeLog("error"));
    try {
      const text = await work(services, config);
      if (text !== undefined) console.log(text);
    } finally {
      await services.close();
    }
  });
}

/** Start and stop. */
import "reflect-metadata";
import { resolve } from "node:path";
import { loadSeed } from "../seed/load";
import { buildApp } from "./app";
import { readConfig } from "./config";
import { BadSetting } from "./errors";
import { Jobs } from "./jobs";
import { makeLog } from "./log";
import { openServices } from "./services";

/** How long running requests may take to finish once the process was told to stop. */
const stopWithinMs = 20_000;

async function start(): Promise<void> {
  const config = readConfig();
  const log = makeLog(config.logLevel);
  const services = await openServices(config, log);
  if (services.catalogue.isEmpty) await loadSeed(services.catalogue, resolve("seed/countries"));
  await services.store.sweepTemporary();
  await services.files.sweep();

  const folders = {
    schema: resolve("schema"),
    client: resolve("dist/client"),
    renderer: resolve("dist/server/renderPage.js"),
    flags: resolve("node_modules/flag-icons/flags/4x3"),
  };
  const app = await buildApp(config, services, folders, log);
  const jobs = new Jobs(log);
  const { reconciler, refunds, webhooks } = services;
  jobs.every("webhooks", 5, () => webhooks.workOff());
  jobs.every("refunds", 5, (signal) => refunds.workOff(signal));
  jobs.every("reconciler", config.reconcileEverySeconds, (signal) => reconciler.run(signal));

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    const jobsOver = jobs.stop();
    await app.close();
    await jobsOver;
    await services.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));

  await app.listen({ port: config.port, host: config.host });
  jobs.start();
  // The last line of the start, for people and for tests (contract §1).
  console.log(`Visaport is ready: ${config.publicUrl}`);
}

start().catch((error: unknown) => {
  // A setting that cannot be used is said in one line; anything else is ours to find, so with its stack.
  console.error(error instanceof BadSetting ? error.message : error);
  process.exit(1);
});

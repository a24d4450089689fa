import "reflect-metadata";
import cluster from "node:cluster";
import { readConfig, type Config } from "./config";
import { BadSetting } from "../core/errors";
import { sendWithinMs } from "../modules/notification/messageDelivery.service";
import { makeLog, printError } from "../platform/process/log";
import type { openMetrics } from "../platform/metrics/openMetrics";
import { makeFilesPrivate } from "../platform/process/ownerOnly";
import { makeSharedTransport } from "./http/createServer";
import { closeWithinMs, openWorld, startJobs } from "./openWorld";
import { nameListenErrors } from "./networkSettings";
import { toTestWorld } from "./toTestWorld";
import { startWorkers } from "./workers";
import { gracefulShutdown } from "./gracefulShutdown";
import { toStorageError, describeStorageError, StorageError } from "../core/storageErrors";

async function start(): Promise<void> {
  // Until the server listens, it can exit at once, because nothing is unfinished.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));

  makeFilesPrivate();
  const given = readConfig();
  const config = given.testMode === "only" ? toTestWorld(given) : given;
  const log = makeLog(config.logLevel);
  if (config.production && !config.isPublicUrlGiven && cluster.isPrimary)
    log.warn({ publicUrl: config.publicUrl }, "PUBLIC_URL is not set, links in messages do not work");
  if (config.workers > 1 && cluster.isPrimary) {
    const workers = startWorkers(config.workers, log);
    // The first worker already serves while the others start, so a stop must let its requests finish.
    stop = async () => process.exit(await workers.stop());
    if (await workers.areListening) announceReady(config);
    return;
  }
  const world = await openWorld(config, log);
  const { testMode } = config;
  const testWorld =
    testMode === "on" && (await openWorld(toTestWorld(config), log.child({ world: "test" }), world.services));
  if (testWorld) world.services.testPartners.connect(testWorld.services.testPartners);
  const worlds = testWorld ? [world, testWorld] : [world];

  const metrics = config.metrics && (await startMetrics(config.metrics, world.services.gauges, log));
  const shared = makeSharedTransport(config, log);
  const testApp = testWorld ? await testWorld.build({ shared }) : undefined;
  // `listen` would also make an app ready, but the test app does not listen.
  await testApp?.ready();
  const app = await world.build({ operations: metrics?.operations, shared, testWorld: testApp });

  let isStopping = false;
  stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, "stopping");
    // If a job that is sending a message were cut off, the next start would send the message again.
    const withinMs = Math.max(config.stopWithinMs, sendWithinMs) + closeWithinMs;
    setTimeout(() => {
      app.log.error({ afterMs: withinMs }, "exiting before the stop has finished");
      process.exit(1);
    }, withinMs).unref();
    await gracefulShutdown([app, ...(testApp ? [testApp] : [])], worlds, config.stopWithinMs);
    await metrics?.close();
    process.exit(0);
  };

  await nameListenErrors(app.listen({ port: config.port, host: config.host }));
  testApp?.server.emit("listening");
  for (const one of worlds) startJobs(one, app, () => isStopping);
  if (cluster.isPrimary) announceReady(config);
}

/** Prints the last line of a start, for which people and tests wait. */
const announceReady = ({ publicUrl }: Config) => console.log(`Visaport is ready: ${publicUrl}`);

/** Imports the metrics only if they are configured. */
async function startMetrics(...given: Parameters<typeof openMetrics>): ReturnType<typeof openMetrics> {
  const loaded = await import("../platform/metrics/openMetrics");
  return nameListenErrors(loaded.openMetrics(...given), "METRICS_");
}

start().catch((thrown: unknown) => {
  const error = toStorageError(thrown);
  // An error that the operator can fix is printed as one line, others with their stack.
  if (error instanceof StorageError) console.error(describeStorageError(error));
  else if (error instanceof BadSetting) console.error(error.message);
  else printError(error);
  process.exit(1);
});

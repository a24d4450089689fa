/** Starts and stops the server. */
import "reflect-metadata";
import cluster from "node:cluster";
import { resolve } from "node:path";
import { loadSeed } from "../../seed/load";
import { buildApp } from "./app";
import { readConfig, type Config } from "./config";
import { lockDataDir } from "../platform/db/sqlite/dataDirLock";
import { BadSetting } from "../core/errors";
import { Jobs } from "../platform/process/jobs";
import { renewEverySeconds } from "../platform/process/PeerProcesses";
import { makeLog } from "../platform/process/log";
import type { openMetrics } from "../platform/metrics/openMetrics";
import { closeDataDir, makeFilesPrivate } from "../platform/process/ownerOnly";
import { messageChannels, type MessageChannel } from "../modules/notification/notification.rules";
import { openServices } from "./services";
import { startWorkers } from "./workers";
import { gracefulShutdown } from "./gracefulShutdown";
import { toStorageError, describeStorageError, StorageError } from "../core/storageErrors";

/** Milliseconds for the services to close, after the requests have ended. */
const closeWithinMs = 5_000;

/** Finds refunds and disputes that no webhook reported; each run costs two gateway calls. */
const returnedMoneyEverySeconds = 10 * 60;

/** Personal data is removed within an hour of its retention limit. */
const retentionEverySeconds = 60 * 60;

/** A file without a row is removed within two days, because a sweep skips files younger than one day. */
const sweepEveryMs = 24 * 60 * 60_000;

/** The job names of the channels, as they appear in the log. */
const channelJobs: Record<MessageChannel, string> = { SMS: "sms", EMAIL: "mail" };

async function start(): Promise<void> {
  // Before the server listens, a stop leaves nothing unfinished.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));

  makeFilesPrivate();
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) {
    const stopWorkers = await startWorkers(config.workers, makeLog(config.logLevel));
    stop = async () => {
      await stopWorkers();
      process.exit(0);
    };
    announceReady(config);
    return;
  }
  const lock =
    config.needsExclusiveDataDir && (await lockDataDir(config.dataDir, config.stopWithinMs + closeWithinMs));
  closeDataDir(config.dataDir, config.database);
  const log = makeLog(config.logLevel);
  const services = await openServices(config, log);
  await services.peers.join();
  if (services.catalogue.isEmpty) await loadSeed(services.catalogue, resolve("seed/countries"));
  await services.staffRoster.applySetting(config.staffPhones);

  const folders = {
    schema: resolve("schema"),
    client: resolve("dist/client"),
    renderer: resolve("dist/server/renderPage.js"),
    flags: resolve("node_modules/flag-icons/flags/4x3"),
  };
  const metrics = config.metrics && (await startMetrics(config.metrics, services.gauges, log));
  const app = await buildApp(config, services, folders, log, metrics?.operations);
  const jobs = new Jobs(log);
  const { documentReminders, messageDelivery, reconciler, refunds, retention, refundSync, webhooks } =
    services;
  const often = config.jobsEverySeconds;
  jobs.every("webhooks", often ?? 5, () => webhooks.processDue());
  jobs.every("refunds", often ?? 5, (signal) => refunds.processDue(signal));
  for (const channel of messageChannels)
    jobs.every(channelJobs[channel], often ?? 2, (signal) => messageDelivery.processDue(channel, signal));
  if (services.hasOtherWriters) {
    jobs.every("processes", renewEverySeconds, () => services.peers.renew());
    jobs.every("catalogue", 1, () => services.catalogue.refresh());
    jobs.every("audit log", often ?? 1, () => services.audit.chainWaiting());
  }
  // Full scans run in one process at a time; due rows are shared between processes.
  const everyAlone: Jobs["every"] = (name, seconds, work) =>
    jobs.every(name, seconds, (signal) => services.leases.runExclusively(name, seconds, () => work(signal)));
  if (services.hasOtherWriters) everyAlone("queue counts", 60, () => services.queue.sumUpCounts());
  everyAlone("retention", retentionEverySeconds, () => retention.expire());
  everyAlone("returned money", returnedMoneyEverySeconds, (signal) => refundSync.reconcile(signal));
  everyAlone("document reminders", often ?? 60, (signal) => documentReminders.processDue(signal));
  everyAlone("reconciler", config.reconcileEverySeconds, (signal) => reconciler.run(signal));

  let isStopping = false;
  stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), config.stopWithinMs + closeWithinMs).unref();
    await gracefulShutdown(app, jobs, services, config.stopWithinMs);
    await metrics?.close();
    if (lock) await lock.release();
    process.exit(0);
  };

  await app.listen({ port: config.port, host: config.host });
  jobs.start();
  if (cluster.isPrimary) announceReady(config);

  // In the background; a shutdown does not wait for it.
  const sweep = () =>
    services.files.sweep().then(
      (report) => app.log.info(report, "swept files without a row"),
      (error: unknown) => isStopping || app.log.error({ err: error }, "the sweep of files failed"),
    );
  setInterval(() => void sweep(), sweepEveryMs).unref();
  void sweep();
}

/** The last line that a start prints, for people and for tests. */
const announceReady = ({ publicUrl }: Config) => console.log(`Visaport is ready: ${publicUrl}`);

/** Imported only if configured. */
async function startMetrics(...given: Parameters<typeof openMetrics>): ReturnType<typeof openMetrics> {
  const loaded = await import("../platform/metrics/openMetrics");
  return loaded.openMetrics(...given);
}

start().catch((thrown: unknown) => {
  const error = toStorageError(thrown);
  // An error that the operator can fix is printed as one line, others with their stack.
  if (error instanceof StorageError) console.error(describeStorageError(error));
  else console.error(error instanceof BadSetting ? error.message : error);
  process.exit(1);
});

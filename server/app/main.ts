/** Start and stop. */
import "reflect-metadata";
import { resolve } from "node:path";
import { loadSeed } from "../../seed/load";
import { buildApp } from "./app";
import { readConfig } from "./config";
import { lockDataDir } from "../platform/db/sqlite/dataDirLock";
import { BadSetting } from "../core/errors";
import { Jobs } from "../platform/process/jobs";
import { makeLog } from "../platform/process/log";
import { closeDataDir, makeFilesPrivate } from "../platform/process/ownerOnly";
import { messageChannels, type MessageChannel } from "../modules/notification/notification.rules";
import { openServices } from "./services";
import { gracefulShutdown } from "./gracefulShutdown";
import { asStorageFault, describeStorageFault, StorageRefused } from "../core/storageFaults";

/** How long the services may take to close, after the requests had their time. */
const closeWithinMs = 5_000;

/** What no webhook told of is found in as many minutes; it costs the gateway two calls. */
const returnedMoneyEverySeconds = 10 * 60;

/** What is over is over within the hour. */
const retentionEverySeconds = 60 * 60;

/** A file that lost its row is removed within two days: a sweep spares what is younger than one. */
const sweepEveryMs = 24 * 60 * 60_000;

/** The names of the jobs that send, as the log has them. */
const channelJobs: Record<MessageChannel, string> = { SMS: "sms", EMAIL: "mail" };

async function start(): Promise<void> {
  // Before it listens, a stop leaves nothing unfinished.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));

  makeFilesPrivate();
  const config = readConfig();
  const lock = config.isAlone && (await lockDataDir(config.dataDir, config.stopWithinMs + closeWithinMs));
  closeDataDir(config.dataDir, config.database);
  const log = makeLog(config.logLevel);
  const services = await openServices(config, log);
  if (services.catalogue.isEmpty) await loadSeed(services.catalogue, resolve("seed/countries"));
  await services.staff.applySetting(config.staffPhones);

  const folders = {
    schema: resolve("schema"),
    client: resolve("dist/client"),
    renderer: resolve("dist/server/renderPage.js"),
    flags: resolve("node_modules/flag-icons/flags/4x3"),
  };
  const app = await buildApp(config, services, folders, log);
  const jobs = new Jobs(log);
  const { documentReminders, messageDelivery, reconciler, refunds, retention, returnedMoney, webhooks } =
    services;
  const often = config.jobsEverySeconds;
  jobs.every("webhooks", often ?? 5, () => webhooks.processDue());
  jobs.every("refunds", often ?? 5, (signal) => refunds.processDue(signal));
  for (const channel of messageChannels)
    jobs.every(channelJobs[channel], often ?? 2, (signal) => messageDelivery.processDue(channel, signal));
  if (services.isDatabaseShared) {
    jobs.every("catalogue", 1, () => services.catalogue.refresh());
    jobs.every("audit log", often ?? 1, () => services.audit.chainWaiting());
    jobs.every("queue counts", 60, () => services.queue.sumUpCounts());
  }
  // What goes over everything is done by one process at a time; of what is due each takes some.
  const everyAlone: Jobs["every"] = (name, seconds, work) =>
    jobs.every(name, seconds, (signal) => services.leases.runAlone(name, seconds, () => work(signal)));
  everyAlone("retention", retentionEverySeconds, () => retention.expire());
  everyAlone("returned money", returnedMoneyEverySeconds, (signal) => returnedMoney.reconcile(signal));
  everyAlone("document reminders", often ?? 60, (signal) => documentReminders.processDue(signal));
  everyAlone("reconciler", config.reconcileEverySeconds, (signal) => reconciler.run(signal));

  let isStopping = false;
  stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), config.stopWithinMs + closeWithinMs).unref();
    await gracefulShutdown(app, jobs, services, config.stopWithinMs);
    if (lock) await lock.release();
    process.exit(0);
  };

  await app.listen({ port: config.port, host: config.host });
  jobs.start();
  // The last line of the start, for people and for tests.
  console.log(`Visaport is ready: ${config.publicUrl}`);

  // In the background, and no stop waits for it.
  const sweep = () =>
    services.files.sweep().then(
      (report) => app.log.info(report, "swept files without a row"),
      (error: unknown) => isStopping || app.log.error({ err: error }, "the sweep of files failed"),
    );
  setInterval(() => void sweep(), sweepEveryMs).unref();
  void sweep();
}

start().catch((thrown: unknown) => {
  const error = asStorageFault(thrown);
  // What an operator can fix is said in one line; anything else is ours to find, so with its stack.
  if (error instanceof StorageRefused) console.error(describeStorageFault(error));
  else console.error(error instanceof BadSetting ? error.message : error);
  process.exit(1);
});

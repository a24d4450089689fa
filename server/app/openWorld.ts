/**
 * Opens a world: its folder, services, catalogue and jobs. A process has one or two (docs/decisions/0047).
 */
import { resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { loadSeed } from "../../seed/load";
import { messageChannels, type MessageChannel } from "../modules/notification/notification.rules";
import { usageEverySeconds } from "../modules/partner/partner.rules";
import { lockDataDir } from "../platform/db/sqlite/dataDirLock";
import { Jobs } from "../platform/process/jobs";
import { closeDataDir } from "../platform/process/ownerOnly";
import { renewEverySeconds } from "../platform/process/PeerProcesses";
import { buildApp } from "./app";
import type { Config } from "./config";
import { openServices, type Services } from "./services";

/** Maximum milliseconds that the services may take to close after the requests have ended. */
export const closeWithinMs = 5_000;

/**
 * Interval of the search for refunds and disputes that no webhook reported. Each search makes at least two gateway
 * calls.
 */
const returnedMoneyEverySeconds = 10 * 60;

/** Interval at which personal data that has reached its retention limit is removed. */
const retentionEverySeconds = 60 * 60;

/** Interval at which unused partners of the test world are removed. */
const unusedEverySeconds = 60 * 60;

/** Interval of the sweeps. They skip files younger than a day, so a file without a row is removed within two days. */
const sweepEveryMs = 24 * 60 * 60_000;

/** The job names of the channels, as they appear in the log. */
const channelJobs: Record<MessageChannel, string> = { SMS: "sms", EMAIL: "mail" };

/** Paths of the files that are not in the server's main bundle. */
const folders = {
  schema: resolve("schema"),
  client: resolve("dist/client"),
  renderer: resolve("dist/server/renderPage.js"),
  flags: resolve("node_modules/flag-icons/flags/4x3"),
};

export type World = Awaited<ReturnType<typeof openWorld>>;

/** For a test world, `beside` contains the live world's services in this process, if there are any. */
export async function openWorld(config: Config, log: Logger, beside?: Services) {
  const { dataDir, database, needsExclusiveDataDir, stopWithinMs } = config;
  const taken = config.isTestWorld ? "Setting TEST_MODE: another server runs its test world" : undefined;
  const lock = needsExclusiveDataDir && (await lockDataDir(dataDir, stopWithinMs + closeWithinMs, taken));
  closeDataDir(dataDir, database);
  const services = await openServices(config, log, { beside, isServer: true });
  if (beside) await services.catalogue.replace(await beside.catalogue.readRows());
  else if (services.catalogue.isEmpty) await loadSeed(services.catalogue, resolve("seed/countries"));
  if (config.isTestWorld) await loadSeed(services.catalogue, resolve("seed/testWorld"));
  await services.staffRoster.applySetting(config.staffPhones);
  const jobs = new Jobs(log);
  addJobs(jobs, services, config);
  return {
    services,
    jobs,
    /** Builds the app, which listens or receives requests from the other world's app. */
    build: (transport: Parameters<typeof buildApp>[4]) => buildApp(config, services, folders, log, transport),
    close: async () => {
      await services.close();
      if (lock) await lock.release();
    },
  };
}

function addJobs(
  jobs: Jobs,
  services: Services,
  { isTestWorld, jobsEverySeconds: often, reconcileEverySeconds }: Config,
) {
  const { documentReminders, messageDelivery, reconciler, refunds, retention, refundSync, webhooks } =
    services;
  const { testOutcomes, testPartners } = services;
  jobs.every("webhooks", often ?? 5, () => webhooks.processDue());
  jobs.every("refunds", often ?? 5, (signal) => refunds.processDue(signal));
  for (const channel of messageChannels)
    jobs.every(channelJobs[channel], often ?? 2, (signal) => messageDelivery.processDue(channel, signal));
  jobs.every("partner events", often ?? 1, () => services.webhookDelivery.processDue());
  jobs.every("partner usage", often ?? usageEverySeconds, () => services.partnerUsage.flush());
  if (services.hasOtherWriters) {
    jobs.every("processes", renewEverySeconds, () => services.peers.renew());
    jobs.every("catalogue", 1, () => services.catalogue.refresh());
    jobs.every("audit log", often ?? 1, () => services.audit.chainWaiting());
  }
  // Full scans run in one process at a time; due rows are shared between processes.
  const everyAlone: Jobs["every"] = (name, seconds, work) =>
    jobs.every(name, seconds, (signal) => services.leases.runExclusively(name, seconds, () => work(signal)));
  if (services.hasOtherWriters) everyAlone("queue counts", 60, () => services.queue.sumUpCounts());
  everyAlone("retention", retentionEverySeconds, (signal) => retention.expireAll(signal));
  everyAlone("returned money", returnedMoneyEverySeconds, (signal) => refundSync.reconcile(signal));
  everyAlone("document reminders", often ?? 60, (signal) => documentReminders.processDue(signal));
  if (isTestWorld) {
    jobs.every("test outcomes", often ?? 5, (signal) => testOutcomes.decideDue(signal));
    jobs.every("unused test partners", unusedEverySeconds, () => testPartners.removeUnused());
  }
  everyAlone("reconciler", reconcileEverySeconds, (signal) => reconciler.run(signal));
}

/** Starts the jobs and, in the background, a sweep of the files, for which a shutdown does not wait. */
export function startJobs(
  { jobs, services }: World,
  { log }: Pick<FastifyInstance, "log">,
  isStopping: () => boolean,
) {
  jobs.start();
  const sweep = () =>
    services.files.sweep().then(
      (report) => log.info(report, "swept files without a row"),
      (error: unknown) => isStopping() || log.error({ err: error }, "sweep of files failed"),
    );
  setInterval(() => void sweep(), sweepEveryMs).unref();
  void sweep();
}

import type { FastifyInstance } from "fastify";
import type { Services } from "../services";
import { StorageRefused, reportStorageFault } from "../../core/storageFaults";
import { pauseWhenMany } from "../../platform/rateLimiting/pauseWhenMany";

/** For how long an answer of `/readyz` stands, in milliseconds: to find out costs a row and a file. */
const answerLastsMs = 1_000;
/** More often than this in a second nobody needs to know whether we are ready; who asks then waits a little. */
const quickAnswers = 20;
const pauseMs = 1_000;

/**
 * `/healthz`: the process is up. `/readyz`: it can serve; 503 while it cannot, or is stopping. Anybody may ask, so one
 * check answers all who ask while it runs and for a second after.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });

  async function check(): Promise<boolean> {
    try {
      const database = await services.isReady();
      await services.store.checkWritable();
      return database;
    } catch (error) {
      if (error instanceof StorageRefused) reportStorageFault(app.log, error);
      else app.log.error({ err: error }, "not ready");
      return false;
    }
  }

  const pause = pauseWhenMany(quickAnswers, pauseMs);
  let latest: Promise<boolean> | undefined;
  function checkOnceForAll(): Promise<boolean> {
    latest ??= check().finally(() => {
      setTimeout(() => (latest = undefined), answerLastsMs).unref();
    });
    return latest;
  }

  // Whoever restarts the process must not wait behind an attack.
  const config = { turn: "none" } as const;
  app.get("/healthz", { config }, async () => ({ status: "up" }));
  app.get("/readyz", { config }, async (_request, reply) => {
    if (isStopping) return reply.code(503).send({ status: "stopping" });
    await pause();
    return (await checkOnceForAll()) ? { status: "ready" } : reply.code(503).send({ status: "not ready" });
  });
}

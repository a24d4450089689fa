import type { FastifyInstance } from "fastify";
import type { Services } from "../services";
import { StorageError, logStorageError } from "../../core/storageErrors";
import { delayExcess } from "../../platform/rateLimiting/delayExcess";
import { windowLimits } from "../../platform/rateLimiting/limits";

/** How long a response of `/readyz` is cached, in milliseconds, because each check writes to the database and the disk. */
const answerLastsMs = 1_000;

/**
 * `/healthz` reports that the process is running, `/readyz` whether it can serve: 503 if it cannot or is stopping.
 * Both are public, so callers of `/readyz` share one check while it runs and its result for a second afterwards.
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
      if (error instanceof StorageError) logStorageError(app.log, error);
      else app.log.error({ err: error }, "not ready");
      return false;
    }
  }

  const delay = delayExcess(windowLimits.readyCheck);
  let latest: Promise<boolean> | undefined;

  // Health checks must not queue during an attack, or the process would be restarted.
  const config = { scheduling: "none" } as const;
  app.get("/healthz", { config }, async () => ({ status: "up" }));
  app.get("/readyz", { config }, async (_request, reply) => {
    if (isStopping) return reply.code(503).send({ status: "stopping" });
    await delay();
    latest ??= check().finally(() => {
      setTimeout(() => (latest = undefined), answerLastsMs).unref();
    });
    return (await latest) ? { status: "ready" } : reply.code(503).send({ status: "not ready" });
  });
}

import type { FastifyInstance } from "fastify";
import type { Services } from "../services";
import { StorageRefused, reportStorageFault } from "../storageFaults";

/** `/healthz`: the process is up. `/readyz`: it can serve; 503 while it cannot, or is stopping. */
export async function healthRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });

  app.get("/healthz", async () => ({ status: "up" }));
  app.get("/readyz", async (request, reply) => {
    if (isStopping) return reply.code(503).send({ status: "stopping" });
    try {
      const database = await services.isReady();
      await services.store.checkWritable();
      if (database) return { status: "ready" };
    } catch (error) {
      if (error instanceof StorageRefused) reportStorageFault(request.log, error);
      else request.log.error({ err: error }, "not ready");
    }
    return reply.code(503).send({ status: "not ready" });
  });
}

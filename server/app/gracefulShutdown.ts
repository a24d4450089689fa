import type { FastifyInstance } from "fastify";
import type { Jobs } from "../platform/process/jobs";
import type { Services } from "./services";

/**
 * Stops accepting, lets what is running finish, and cuts off what has not finished after `withinMs`: a client that
 * does not read its response, or sends its body for ever, must not make a stop look like a failure. Then closes the
 * services.
 */
export async function gracefulShutdown(
  app: FastifyInstance,
  jobs: Jobs,
  services: Pick<Services, "close">,
  withinMs: number,
): Promise<void> {
  const late = setTimeout(() => {
    const connections = app.connections.count;
    app.log.warn({ connections, afterMs: withinMs }, "cut off what was still running");
    app.server.closeAllConnections();
  }, withinMs);
  const jobsOver = jobs.stop();
  await app.close();
  clearTimeout(late);
  await jobsOver;
  await services.close();
}

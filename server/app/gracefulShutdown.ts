import type { FastifyInstance } from "fastify";
import type { Jobs } from "../platform/process/jobs";
import type { Services } from "./services";

/**
 * Stops accepting connections, lets running requests finish, and cuts off those that have not finished after
 * `withinMs`. A client that does not read its response or never finishes its body must not make a shutdown
 * fail. Then closes the services.
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

import type { FastifyInstance } from "fastify";
import type { World } from "./openWorld";

/**
 * Stops accepting connections, lets running requests finish, and cuts off those that have not finished after
 * `withinMs`. A client that does not read its response or never finishes its body must not make a shutdown
 * fail. Then closes the worlds. The first app listens; the others have its requests.
 */
export async function gracefulShutdown(
  [app, ...others]: [FastifyInstance, ...FastifyInstance[]],
  worlds: readonly World[],
  withinMs: number,
): Promise<void> {
  const late = setTimeout(() => {
    const connections = app.connections.count;
    app.log.warn({ connections, afterMs: withinMs }, "cut off what was still running");
    app.server.closeAllConnections();
  }, withinMs);
  const jobsOver = Promise.all(worlds.map(({ jobs }) => jobs.stop()));
  await app.close();
  clearTimeout(late);
  for (const other of others) await other.close();
  await jobsOver;
  // The first one closes last what it shares.
  for (const world of worlds.toReversed()) await world.close();
}

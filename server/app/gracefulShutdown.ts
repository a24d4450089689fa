import type { FastifyInstance } from "fastify";
import type { World } from "./openWorld";

/**
 * Stops accepting connections and lets running requests finish, including those whose clients have disconnected. Cuts
 * them off after `withinMs`, so that a slow client cannot make a shutdown fail. Then closes the worlds. The first app
 * listens and passes requests to the others.
 */
export async function gracefulShutdown(
  [app, ...others]: [FastifyInstance, ...FastifyInstance[]],
  worlds: readonly World[],
  withinMs: number,
): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const cutOff = new Promise<void>((resolve) => {
    late = setTimeout(() => {
      const connections = app.connections.count;
      app.log.warn({ connections, afterMs: withinMs }, "cut off unfinished requests");
      app.server.closeAllConnections();
      resolve();
    }, withinMs);
  });
  const jobsOver = Promise.all(worlds.map(({ jobs }) => jobs.stop()));
  await app.close();
  // `close` does not wait for operations whose clients have disconnected.
  await Promise.race([cutOff, Promise.all(worlds.map(({ services }) => services.scheduler.idle()))]);
  clearTimeout(late);
  for (const other of others) await other.close();
  await jobsOver;
  // The first world closes last, because the others share its resources.
  for (const world of worlds.toReversed()) await world.close();
}

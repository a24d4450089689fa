/**
 * Drains connections during a shutdown: running requests finish and get `Connection: close`, other connections are
 * closed. Without this plugin, Node closes connections with an unsent response, waits for those that never sent
 * anything, and leaves open those that become idle during the shutdown.
 */
import fastifyPlugin from "fastify-plugin";
import type { OpenConnections } from "../rateLimiting/connections/OpenConnections";

declare module "fastify" {
  interface FastifyInstance {
    connections: OpenConnections;
  }
}

/** Interval at which newly idle connections are closed during the shutdown. */
const pollMs = 100;

export const connectionDraining = fastifyPlugin<{ connections: OpenConnections }>(
  async (app, { connections }) => {
    app.decorate("connections", connections);
    let polling: NodeJS.Timeout | undefined;
    app.addHook("preClose", async () => {
      polling = setInterval(() => connections.closeIdle(), pollMs);
    });
    app.addHook("onClose", async () => clearInterval(polling));
    app.addHook("onSend", (_request, reply, payload, done) => {
      if (polling) reply.header("connection", "close");
      done(null, payload);
    });
  },
  { name: "connection-draining", fastify: "5.x" },
);

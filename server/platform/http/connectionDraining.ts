/**
 * Drains connections during a shutdown: responses to running requests carry `Connection: close`, and connections
 * without a request are closed. Without this plugin, Node would close connections with an unsent response, wait for
 * those that never sent a request, and leave open those that become idle during the shutdown.
 */
import fastifyPlugin from "fastify-plugin";
import type { OpenConnections } from "../rateLimiting/connections/OpenConnections";

declare module "fastify" {
  interface FastifyInstance {
    connections: OpenConnections;
  }
}

/** Interval at which newly idle connections are closed during a shutdown, in milliseconds. */
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

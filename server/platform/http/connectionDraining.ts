/**
 * What a stop does to connections: those with a running request get to finish it and are told `Connection: close`,
 * the others are closed. Node alone closes one whose response is written but not yet sent, waits for one on which
 * nothing ever came, and leaves one open that becomes idle while stopping.
 */
import fastifyPlugin from "fastify-plugin";
import type { OpenConnections } from "./OpenConnections";

declare module "fastify" {
  interface FastifyInstance {
    connections: OpenConnections;
  }
}

/** How often connections that have become idle are looked for while stopping. */
const pollMs = 100;

export const connectionDraining = fastifyPlugin<{ connections: OpenConnections }>(
  async (app, { connections }) => {
    app.decorate("connections", connections);
    let polling: NodeJS.Timeout | undefined;
    app.addHook("preClose", async () => {
      polling = setInterval(() => connections.closeIdle(), pollMs);
    });
    app.addHook("onClose", async () => clearInterval(polling));
    app.addHook("onSend", async (_request, reply) => {
      if (polling) reply.header("connection", "close");
    });
  },
  { name: "connection-draining", fastify: "5.x" },
);

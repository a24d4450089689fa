/**
 * What a stop does to connections: those with a running request get to finish it and are told `Connection: close`,
 * the others are closed. Node alone closes one whose response is written but not yet sent, waits for one on which
 * nothing ever came, and leaves one open that becomes idle while stopping.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import fastifyPlugin from "fastify-plugin";

declare module "fastify" {
  interface FastifyInstance {
    connections: OpenConnections;
  }
}

/** How often connections that have become idle are looked for while stopping. */
const pollMs = 100;

/** The open connections of a server, each with what it is doing. */
class OpenConnections {
  readonly #open = new Map<Socket, { running: number; bytesReadWhenIdle: number }>();

  /** To be made before the server listens. */
  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#open.set(socket, { running: 0, bytesReadWhenIdle: 0 });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      const state = this.#open.get(socket);
      if (!state) return;
      // Answered already (`ReadyAnswers`); what is not sent yet `isWaiting` sees.
      if (response.writableEnded) {
        state.bytesReadWhenIdle = socket.bytesRead;
        return;
      }
      state.running++;
      response.once("close", () => {
        state.running--;
        state.bytesReadWhenIdle = socket.bytesRead;
      });
    });
    // What `server.close()` calls first.
    server.closeIdleConnections = () => this.closeIdle();
  }

  get count(): number {
    return this.#open.size;
  }

  /** On how many a request runs. */
  countRunning(): number {
    return [...this.#open.values()].filter(({ running }) => running > 0).length;
  }

  /** Whether no request runs on it: it is idle, or the head of one has not come whole. */
  isWaiting(socket: Socket): boolean {
    return this.#open.get(socket)?.running === 0 && socket.writableLength === 0;
  }

  /** Closes those on which no request runs, none has begun to come, and no response waits to be sent. */
  closeIdle(): void {
    for (const [socket, { bytesReadWhenIdle }] of this.#open)
      if (this.isWaiting(socket) && socket.bytesRead === bytesReadWhenIdle) socket.destroy();
  }
}

export const connectionDraining = fastifyPlugin(
  async (app) => {
    app.decorate("connections", new OpenConnections(app.server));
    let polling: NodeJS.Timeout | undefined;
    app.addHook("preClose", async () => {
      polling = setInterval(() => app.connections.closeIdle(), pollMs);
    });
    app.addHook("onClose", async () => clearInterval(polling));
    app.addHook("onSend", async (_request, reply) => {
      if (polling) reply.header("connection", "close");
    });
  },
  { name: "connection-draining", fastify: "5.x" },
);

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Services } from "./services";

/** How often connections on which nothing came are looked for while stopping. */
const lookAgainMs = 200;

/** The open connections of a server; to be made before it listens. */
export class Connections {
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
  }

  get count(): number {
    return this.#open.size;
  }

  /** A browser opens connections in advance; Node does not count those as idle, and would wait for them. */
  closeSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * Stops accepting, lets what is running finish, and cuts off what has not finished after `withinMs`: a client that
 * does not read its answer, or sends its body for ever, must not make a stop look like a failure. Then closes the
 * services.
 */
export async function stopServer(
  { app, connections }: { app: FastifyInstance; connections: Connections },
  services: Pick<Services, "close">,
  withinMs: number,
): Promise<void> {
  const looking = setInterval(() => connections.closeSilent(), lookAgainMs);
  const late = setTimeout(() => {
    app.log.warn({ connections: connections.count, afterMs: withinMs }, "cut off what was still running");
    app.server.closeAllConnections();
  }, withinMs);
  await app.close();
  clearInterval(looking);
  clearTimeout(late);
  await services.close();
}

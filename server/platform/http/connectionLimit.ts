/**
 * How many connections one address may have open. Past it the one that has been waiting for a request for longest is
 * closed, and where all have a request under way, the new one. A proxy brings everybody's, so it has no limit.
 */
import type { Socket } from "node:net";
import { compile } from "@fastify/proxy-addr";
import fastifyPlugin from "fastify-plugin";
import { networkOf } from "../rateLimiting/person";

export interface ConnectionLimitOptions {
  perAddress: number;
  /** As Fastify takes them. */
  trustedProxies: readonly string[];
}

/** How often at most the log says that somebody has reached the limit. */
const saidEveryMs = 60_000;

export const connectionLimit = fastifyPlugin<ConnectionLimitOptions>(
  async (app, { perAddress, trustedProxies }) => {
    const isProxy = compile([...trustedProxies]);
    /** The oldest first. */
    const open = new Map<string, Set<Socket>>();
    let saidAt = 0;

    app.server.on("connection", (socket) => {
      const { remoteAddress } = socket;
      // Gone already.
      if (!remoteAddress) return;
      if (isProxy(remoteAddress, 0)) return;
      const network = networkOf(remoteAddress);
      const own = open.get(network) ?? new Set();
      open.set(network, own);
      if (own.size >= perAddress) {
        const waiting = [...own].find((one) => app.connections.isWaiting(one));
        (waiting ?? socket).destroy();
        if (Date.now() - saidAt > saidEveryMs) {
          saidAt = Date.now();
          app.log.warn({ perAddress }, "an address has as many connections as it may have");
        }
        if (!waiting) return;
        own.delete(waiting);
      }
      own.add(socket);
      socket.once("close", () => {
        own.delete(socket);
        if (own.size === 0 && open.get(network) === own) open.delete(network);
      });
    });
  },
  { name: "connection-limit", fastify: "5.x", dependencies: ["connection-draining"] },
);

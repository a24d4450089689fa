/**
 * Limits the open connections per IP address. If a new connection exceeds the limit, the oldest one without a running
 * request is closed, or the new one if all have running requests. A trusted proxy has no limit, because it carries the
 * requests of all users.
 */
import type { Socket } from "node:net";
import { compile } from "@fastify/proxy-addr";
import fastifyPlugin from "fastify-plugin";
import { toNetwork } from "../networks";

/** `trustedProxies` is in Fastify's format. */
export const connectionLimit = fastifyPlugin<{ perAddress: number; trustedProxies: readonly string[] }>(
  async (app, { perAddress, trustedProxies }) => {
    const isProxy = compile([...trustedProxies]);
    /** Sockets by network, oldest first. */
    const open = new Map<string, Set<Socket>>();

    app.server.on("connection", (socket) => {
      const { remoteAddress } = socket;
      // A socket without a remote address is already closed.
      if (!remoteAddress || isProxy(remoteAddress, 0)) return;
      const network = toNetwork(remoteAddress);
      const own = open.get(network) ?? new Set();
      open.set(network, own);
      if (own.size >= perAddress) {
        const waiting = [...own].find((one) => app.connections.isWaiting(one));
        (waiting ?? socket).destroy();
        app.connections.report("address reached its connection limit", { perAddress });
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

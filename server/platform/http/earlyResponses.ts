/**
 * Responses that leave before the body of their request is in. Where the body is too long or too slow, or an upload, they
 * end the connection. Each of them arrives, and nobody can keep a connection busy with a body that nobody reads: of other
 * bodies the rest is short, and has the same time.
 */
import type { Socket } from "node:net";
import fastifyPlugin from "fastify-plugin";
import { discardBody, lingeringClose, type DiscardLimits } from "./discardBody";
import { isMultipart } from "./multipart/isMultipart";

const tooSlow = 408;

export interface EarlyResponsesOptions {
  /** For how long the rest of a body is read after an early response. */
  discard?: DiscardLimits;
}

export const earlyResponses = fastifyPlugin<EarlyResponsesOptions>(
  async (app, { discard }) => {
    const closing = new Set<Socket>();

    app.addHook("onSend", async (request, reply) => {
      const { raw } = request;
      if (raw.complete || raw.destroyed || closing.has(raw.socket)) return;
      // Fastify ends the connection where a body is longer than what it takes.
      const isOver =
        reply.getHeader("connection") === "close" || reply.statusCode === tooSlow || isMultipart(request);
      if (!isOver) return discardBody(raw, discard);
      closing.add(raw.socket);
      raw.socket.once("close", () => closing.delete(raw.socket));
      reply.header("connection", "close");
      lingeringClose(raw, discard);
    });

    // Their responses are out; waiting for the rest of their bodies would only hold up the stop.
    app.addHook("preClose", async () => {
      for (const socket of closing) socket.destroy();
    });
  },
  { name: "earlyResponses", fastify: "5.x" },
);

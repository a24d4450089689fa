/**
 * Responses that leave before the body of their request is in, and end the connection: a body that is too long, an
 * upload without a login. Each of them arrives, and nobody can keep a connection busy with a body that nobody reads.
 * What is left of other bodies is short, and Node reads it away.
 */
import type { Socket } from "node:net";
import fastifyPlugin from "fastify-plugin";
import { lingeringClose, type DiscardLimits } from "./discardBody";
import { isMultipart } from "./multipart/isMultipart";

export interface EarlyResponsesOptions {
  /** For how long the rest of a body is read after an early response. */
  discard?: DiscardLimits;
}

export const earlyResponses = fastifyPlugin<EarlyResponsesOptions>(
  async (app, { discard }) => {
    const closing = new Set<Socket>();

    app.addHook("onSend", async (request, reply) => {
      // Fastify ends the connection where a body is longer than what it takes.
      if (reply.getHeader("connection") !== "close" && !isMultipart(request)) return;
      const { raw } = request;
      if (raw.complete || raw.destroyed || closing.has(raw.socket)) return;
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

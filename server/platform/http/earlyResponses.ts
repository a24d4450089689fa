/**
 * Responses sent before their request's body has arrived. They close the connection if the body is too long, too slow,
 * or an upload; any other body is short and its rest is discarded. Either way the client can read the response, and the
 * time limits prevent it from occupying the connection with an unread body.
 */
import type { Socket } from "node:net";
import fastifyPlugin from "fastify-plugin";
import type { FastifyReply, FastifyRequest } from "fastify";
import { discardBody, lingeringClose, type DiscardLimits } from "./discardBody";
import { isMultipart } from "./multipart/multipartBody";

const tooSlow = 408;

/** `discard`: the limits for discarding the rest of a body after an early response. */
export const earlyResponses = fastifyPlugin<{ discard?: DiscardLimits }>(
  async (app, { discard }) => {
    const closing = new Set<Socket>();

    app.addHook("onSend", (request, reply, payload, done) => {
      const { raw } = request;
      if (!raw.complete && !raw.destroyed && !closing.has(raw.socket)) respondEarly(request, reply);
      done(null, payload);
    });

    function respondEarly(request: FastifyRequest, reply: FastifyReply): void {
      const { raw } = request;
      // Fastify has set `Connection: close` if the body is too long.
      const isOver =
        reply.getHeader("connection") === "close" || reply.statusCode === tooSlow || isMultipart(request);
      if (!isOver) return discardBody(raw, discard);
      closing.add(raw.socket);
      raw.socket.once("close", () => closing.delete(raw.socket));
      reply.header("connection", "close");
      lingeringClose(raw, discard);
    }

    // Closes these connections, because their responses are sent, and waiting for the rest of the bodies would only
    // delay the shutdown.
    app.addHook("preClose", async () => {
      for (const socket of closing) socket.destroy();
    });
  },
  { name: "earlyResponses", fastify: "5.x" },
);

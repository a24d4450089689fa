/**
 * Rejects slow bodies with 408 and closes the connection. Multipart bodies are excluded, because their reader has its
 * own check. Node's timeouts apply to the headers and, as a fallback, to the whole request (createServer.ts).
 */
import { Transform } from "node:stream";
import fastifyPlugin from "fastify-plugin";
import type { FastifyRequest } from "fastify";
import { isMultipart } from "../../http/multipart/multipartBody";
import { requestTimeout } from "../../http/multipart/multipartErrors";
import { Pace, type SlowestPace } from "./pace";

/** Register before `earlyResponses`, which discards the rest of a body. */
export const slowBodies = fastifyPlugin<{ slowest: SlowestPace }>(
  async (app, { slowest }) => {
    const bodies = new WeakMap<FastifyRequest, Transform>();

    app.addHook("preParsing", (request, _reply, body, done) => {
      // Most bodies have arrived with their headers and need no check.
      if (isMultipart(request) || request.raw.complete) return done(null, body);
      const paced = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          pace.moved(chunk.length);
          done(null, chunk);
        },
      });
      const pace = new Pace(slowest, () => paced.destroy(requestTimeout()));
      paced.once("close", () => pace.stop());
      // Ignored here, because the body's parser handles the error; without a parser, no one waits for the body.
      paced.on("error", () => {});
      // Not `pipeline`, which would destroy the request, and with it the connection that the response needs.
      body.once("error", (error: Error) => paced.destroy(error));
      bodies.set(request, paced);
      done(null, body.pipe(paced));
    });

    app.addHook("onSend", (request, _reply, payload, done) => {
      const paced = bodies.get(request);
      if (paced && !request.raw.complete) {
        request.raw.unpipe(paced);
        paced.destroy();
      }
      done(null, payload);
    });
  },
  { name: "slow-bodies", fastify: "5.x" },
);

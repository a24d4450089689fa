/**
 * Bodies that come too slowly, of every type but multipart, whose reader looks after its own: 408, and the connection
 * ends. For the head, and for the whole of a request as a last resort, Node has times of its own (createServer).
 */
import { Transform } from "node:stream";
import fastifyPlugin from "fastify-plugin";
import type { FastifyRequest } from "fastify";
import { isMultipart } from "./multipart/isMultipart";
import { RequestTimeout } from "./multipart/multipartErrors";
import { Pace, type SlowestPace } from "./pace";

/** To be registered before `earlyResponses`, which throws away what is left of a body. */
export const slowBodies = fastifyPlugin<{ slowest: SlowestPace }>(
  async (app, { slowest }) => {
    const bodies = new WeakMap<FastifyRequest, Transform>();

    app.addHook("preParsing", async (request, _reply, body) => {
      // Most bodies came with their heads.
      if (isMultipart(request) || request.raw.complete) return body;
      const paced = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          pace.moved(chunk.length);
          done(null, chunk);
        },
      });
      const pace = new Pace(
        slowest,
        () => true,
        () => paced.destroy(new RequestTimeout()),
      );
      paced.once("close", () => pace.stop());
      // It is the parser that wants to know; where none reads, nobody does.
      paced.on("error", () => {});
      // By hand: a pipeline would destroy the request, and with it the connection that the answer goes out on.
      body.once("error", (error: Error) => paced.destroy(error));
      bodies.set(request, paced);
      return body.pipe(paced);
    });

    app.addHook("onSend", async (request) => {
      const paced = bodies.get(request);
      if (!paced || request.raw.complete) return;
      request.raw.unpipe(paced);
      paced.destroy();
    });
  },
  { name: "slow-bodies", fastify: "5.x" },
);

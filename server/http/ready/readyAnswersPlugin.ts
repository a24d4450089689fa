/** Where ordinary answers become ready ones. */
import fastifyPlugin from "fastify-plugin";
import { etagOf, pack, type PackedBody } from "./packedBody";
import type { ReadyAnswers } from "./ReadyAnswers";

/** Browsers and proxies ask each time: what staff change in the catalogue is seen at once. */
export const publicCaching = "public, max-age=0, must-revalidate";

/** Says that an answer is for everybody, and depends on the catalogue alone. */
export interface PublicMark {
  /** That catalogue, as it was before the answer was made. */
  version: object;
  /** Whether it counts as an operation of whoever asks. */
  isOperation: boolean;
  /** The body, where it is packed already. */
  packed?: PackedBody;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by whoever answers what is the same for everybody. Then the answer is kept for others, if its status is 200. */
    publicMark?: PublicMark;
  }
}

/** To be registered before what compresses, which makes a stream of the body. */
export const readyAnswersPlugin = fastifyPlugin<{ ready: ReadyAnswers }>(
  async (app, { ready }) => {
    app.decorateRequest("publicMark");
    app.addHook("onSend", (request, reply, payload, done) => {
      const { raw, publicMark } = request;
      if (publicMark && reply.statusCode === 200 && !request.headers.authorization) {
        const { packed, ...mark } = publicMark;
        const text = typeof payload === "string" ? payload : undefined;
        if (!packed && text !== undefined) {
          const isGraphql = request.routeOptions.url === "/graphql";
          reply.header("vary", isGraphql ? "accept, accept-encoding" : "accept-encoding");
          // A POST is not kept by anybody else.
          if (request.method === "GET") reply.headers({ etag: etagOf(text), "cache-control": publicCaching });
        }
        const route = request.routeOptions.url ?? "unknown";
        const headers = { ...reply.getHeaders() };
        const keeping = ready.keep(raw, async () => ({
          ...mark,
          route,
          headers,
          body: packed ?? (await pack(text ?? "")),
        }));
        // Whoever asked does not wait for it.
        keeping.catch((error: unknown) => request.log.warn({ err: error }, "an answer was not kept"));
      }
      done(null, payload);
    });
    app.addHook("preClose", async () => ready.stop());
  },
  { name: "ready-answers", fastify: "5.x" },
);

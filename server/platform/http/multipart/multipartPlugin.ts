/**
 * Adds `request.readMultipart()` to Fastify for routes that have checked the session, and frees the memory budget after
 * the response.
 */
import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { DiscardLimits } from "../discardBody";
import type { MemoryBudget } from "./MemoryBudget";
import { readMultipart } from "./readMultipart";
import { isMultipart, type MultipartBody, type MultipartLimits } from "./multipartBody";
import { unsupportedEncoding } from "./multipartErrors";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Reads the multipart body on the first call. Check the session first. Throws the errors of `readMultipart`. The
     * bytes are released once the response has been sent.
     */
    readMultipart(): Promise<MultipartBody>;
  }
}

export interface MultipartOptions {
  limits: MultipartLimits;
  /** One instance per process. */
  budget: MemoryBudget;
  /** The person whose share of the budget the request uses. */
  personFor(request: FastifyRequest): string;
  /** Resolves when that person's next body may be read; without it, bodies are read immediately. */
  throttle?(person: string): Promise<void>;
  /** Limits for discarding the rest of a body after an early response. */
  discard?: DiscardLimits;
}

/** Milliseconds after a client has disconnected until its route is assumed to be stuck and the bytes are released. */
const ABANDONED_MS = 60_000;

export const multipartPlugin = fastifyPlugin<MultipartOptions>(
  async (app, { limits, budget, personFor, throttle, discard }) => {
    const bodies = new WeakMap<FastifyRequest, Promise<MultipartBody>>();
    const answered = new WeakSet<FastifyRequest>();

    async function readThrottled(request: FastifyRequest): Promise<MultipartBody> {
      const person = personFor(request);
      await throttle?.(person);
      return readMultipart(request.raw, { limits, budget, person, discard });
    }

    function release(request: FastifyRequest): void {
      bodies.get(request)?.then(
        (body) => body.release(),
        () => {},
      );
    }

    // Leaves the body unread: routes read it after they have checked the session.
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));

    app.decorateRequest("readMultipart", function (this: FastifyRequest) {
      let body = bodies.get(this);
      if (!body) {
        body = readThrottled(this);
        // Prevents an unhandled rejection, which would end the process, if the route does not await the promise.
        body.catch(() => {});
        bodies.set(this, body);
      }
      return body;
    });

    // Listens to the raw response, because `onResponse` does not run if the client disconnects.
    app.addHook("onRequest", (request, reply, done) => {
      if (!isMultipart(request)) return done();
      // Rejected, because decoding would consume the bytes, and the reader would wait forever.
      const { "content-encoding": encoding = "identity" } = request.headers;
      if (encoding.toLowerCase() !== "identity") return done(unsupportedEncoding());
      reply.raw.once("close", () => {
        if (reply.raw.writableFinished || answered.has(request)) return release(request);
        // The client has disconnected, but the bytes stay in memory, and in the budget, until the route has finished.
        setTimeout(() => release(request), ABANDONED_MS).unref();
      });
      done();
    });

    app.addHook("onSend", (request, reply, payload, done) => {
      if (isMultipart(request)) {
        answered.add(request);
        if (reply.raw.closed) release(request);
      }
      done(null, payload);
    });
  },
  { name: "multipart", fastify: "5.x" },
);

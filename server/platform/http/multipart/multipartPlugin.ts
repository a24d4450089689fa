/**
 * Multipart bodies on Fastify: `request.readMultipart()`, once the route knows who asks. Gives the bytes back to the
 * budget. Calls readMultipart.
 */
import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { DiscardLimits } from "../discardBody";
import { isMultipart } from "./isMultipart";
import type { MemoryBudget } from "./MemoryBudget";
import { readMultipart } from "./readMultipart";
import type { MultipartBody, MultipartLimits } from "./multipartBody";
import { UnsupportedEncoding } from "./multipartErrors";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * The multipart body, read at the first call. Check the session before; see readMultipart for the errors.
     * The bytes are released with the response.
     */
    readMultipart(): Promise<MultipartBody>;
  }
}

export interface MultipartOptions {
  limits: MultipartLimits;
  /** One for the process. */
  budget: MemoryBudget;
  /** Whose share of the budget a request takes. */
  personOf(request: FastifyRequest): string;
  /** When that person's next body may be read; at once where there is none. */
  waitForTurn?(person: string): Promise<void>;
  /** For how long the rest of a body is read after an early response. */
  discard?: DiscardLimits;
}

/** A route that takes longer than this over a body whose sender has left is taken to be lost. */
const ABANDONED_MS = 60_000;

export const multipartPlugin = fastifyPlugin<MultipartOptions>(
  async (app, { limits, budget, personOf, waitForTurn, discard }) => {
    const bodies = new WeakMap<FastifyRequest, Promise<MultipartBody>>();
    const answered = new WeakSet<FastifyRequest>();

    async function readInTurn(request: FastifyRequest): Promise<MultipartBody> {
      const person = personOf(request);
      await waitForTurn?.(person);
      return readMultipart(request.raw, { limits, budget, person, discard });
    }

    function release(request: FastifyRequest): void {
      bodies.get(request)?.then(
        (body) => body.release(),
        () => {},
      );
    }

    // Leaves the body where it is: the routes read it when the session has been checked.
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));

    app.decorateRequest("readMultipart", function (this: FastifyRequest) {
      let body = bodies.get(this);
      if (!body) {
        body = readInTurn(this);
        // A route that asks and does not wait must not end the process.
        body.catch(() => {});
        bodies.set(this, body);
      }
      return body;
    });

    // On the raw response: `onResponse` does not run for a client that has left.
    app.addHook("onRequest", async (request, reply) => {
      if (!isMultipart(request)) return;
      // What decodes other bodies would take the bytes away from the reader, which would wait for them.
      const { "content-encoding": encoding = "identity" } = request.headers;
      if (encoding.toLowerCase() !== "identity") throw new UnsupportedEncoding();
      reply.raw.once("close", () => {
        if (reply.raw.writableFinished || answered.has(request)) return release(request);
        // The client left; until the route is through, the bytes are still there and still count.
        setTimeout(() => release(request), ABANDONED_MS).unref();
      });
    });

    app.addHook("onSend", async (request, reply) => {
      if (!isMultipart(request)) return;
      answered.add(request);
      if (reply.raw.closed) release(request);
    });
  },
  { name: "multipart", fastify: "5.x" },
);

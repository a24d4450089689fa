/**
 * Schedules every request fairly by person, including requests that are rejected early or match no route. A route
 * declares in its config if its handler schedules the request or if it needs no scheduling.
 */
import fastifyPlugin from "fastify-plugin";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../../core/errors";
import type { OperationScheduler } from "./OperationScheduler";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `own`: the handler schedules itself. `none`: for calls by the server itself and health checks. */
    scheduling?: "own" | "none";
  }
  interface FastifyRequest {
    /** True once this request has been scheduled. */
    isScheduled: boolean;
    /** Releases the request's slot; undefined until the request may run. */
    releaseSlot: (() => void) | undefined;
  }
}

/** Maximum length of a URL. Only URLs of REST calls and GraphQL operations may be longer. */
const maxAddressLength = 2048;
const takesLongAddress = /^\/(api\/|graphql)/i;

/**
 * Register after the caller plugin, and before plugins that read bodies or discard their rest after an early response.
 */
export const schedulingPlugin = fastifyPlugin<{ scheduler: Pick<OperationScheduler, "run"> }>(
  async (app, { scheduler }) => {
    app.decorateRequest("isScheduled", false);
    app.decorateRequest("releaseSlot", undefined);

    /** Resolves when the request may run. Its slot is released when the response is ready or the client disconnects. */
    function enter(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
      request.isScheduled = true;
      return new Promise((resolve, reject) => {
        const run = () =>
          new Promise<void>((end) => {
            request.releaseSlot = end;
            raw.once("close", end);
            resolve();
          });
        // Some requests are rejected before the caller is known.
        const person = request.caller ?? { address: request.ip, session: undefined };
        scheduler.run(person, () => raw.destroyed, run).catch(reject);
      });
    }

    app.addHook("onRequest", async ({ url, is404, raw }) => {
      if (url.length > maxAddressLength && !takesLongAddress.test(url))
        throw Object.assign(new Error("The address is too long"), { statusCode: 414 });
      // Rejects a request without a route before its body arrives, because that body is not parsed.
      if (is404 && !raw.complete) throw notFound();
    });
    // Runs after the body has arrived, so that a slow body does not occupy a slot.
    app.addHook("preHandler", (request, reply, done) => {
      if (request.routeOptions.config?.scheduling !== undefined) return done();
      enter(request, reply).then(() => done(), done);
    });
    app.addHook("onSend", (request, reply, payload, done) => {
      const end = () => {
        request.releaseSlot?.();
        done(null, payload);
      };
      // A request that was rejected before it was scheduled is scheduled now, before the rest of its body is read.
      if (request.isScheduled || request.routeOptions.config?.scheduling === "none") return end();
      enter(request, reply).then(end, end);
    });
  },
  { name: "scheduling", fastify: "5.x", dependencies: ["known-caller"] },
);

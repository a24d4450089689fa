import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { requestIdHeader } from "./requestId";

/** Query strings contain login codes and signatures, and paths contain ids, so neither is ever logged. */
export const requestLog = fastifyPlugin(
  async (app) => {
    app.addHook("onRequest", (request, reply, done) => {
      reply.header(requestIdHeader, request.id);
      done();
    });
    app.addHook("onResponse", (request, reply, done) => {
      logResponse(request, reply);
      done();
    });
  },
  { name: "request-log" },
);

/** Logs the request. `request.log` adds its id to each line. */
export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request;
  const route = request.routeOptions?.url ?? "unknown";
  const details = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  request.log.info(details, "answered");
}

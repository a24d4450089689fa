import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";

/** The header in which each response carries the id of its log line, so that a partner can quote it in a report. */
export const requestIdHeader = "x-request-id";

/**
 * Ignores ids that clients send, because they may not be unique. Random, so that an id does not reveal the number of
 * requests.
 */
export const makeRequestId = (): string => randomUUID();

/**
 * Logs one line per request, with its id and the pattern of its route. Query strings contain login codes and signatures,
 * and paths contain ids, so neither is ever logged.
 */
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

export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request;
  const route = request.routeOptions?.url ?? "unknown";
  const details = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  request.log.info(details, "answered");
}

import fastifyPlugin from "fastify-plugin";

/**
 * Logs one line per request, with the pattern of its route. Query strings contain login codes and signatures,
 * and paths contain ids, so neither is ever logged.
 */
export const requestLog = fastifyPlugin(
  async (app) => {
    app.addHook("onResponse", async (request, reply) => {
      const { method } = request;
      const route = request.routeOptions.url ?? "unknown";
      const details = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
      request.log.info(details, "answered");
    });
  },
  { name: "request-log" },
);

import fastifyPlugin from "fastify-plugin";

/**
 * One line a request, by the pattern of its route: query strings hold login codes and signatures, and paths hold
 * ids, so neither is ever logged.
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

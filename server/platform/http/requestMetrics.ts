import fastifyPlugin from "fastify-plugin";
import type { OperationMetrics } from "../metrics/OperationMetrics";

export const requestMetrics = fastifyPlugin<{ operations: OperationMetrics }>(
  async (app, { operations }) => {
    app.addHook("onResponse", async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
      operations.record({
        kind: "http",
        operation: url === undefined ? "other" : `${method} ${url}`,
        seconds: elapsedTime / 1000,
        codes: statusCode < 400 ? [] : [String(statusCode)],
      });
    });
  },
  { name: "request-metrics" },
);

/** `/metrics` for Prometheus, on its own port. Loaded only if configured. */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import type { Log } from "../../core/ports";
import { eventLoopDelay, type Gauge, registerGauges } from "./gauges";
import { OperationMetrics } from "./OperationMetrics";

interface Address {
  host: string;
  port: number;
  /** Number of processes; each takes the first free port from `port` on. */
  processes: number;
}

/** Starts the server, which the caller has to close. */
export async function openMetrics(
  address: Address,
  gauges: readonly Gauge[],
  log: Log,
): Promise<{ operations: OperationMetrics; close: () => Promise<void> }> {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const meter = new MeterProvider({ readers: [exporter] }).getMeter("visaport");
  registerGauges(meter, [...gauges, eventLoopDelay()], log);
  const server = createServer((request, response) => {
    if (request.method === "GET" && request.url === "/metrics")
      return exporter.getMetricsRequestHandler(request, response);
    response.writeHead(404).end();
  });
  await listen(server, address);
  return {
    operations: new OperationMetrics(meter),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, { host, port, processes }: Address): Promise<void> {
  for (let offset = 0; ; offset++)
    try {
      // Exclusive, because the cluster would otherwise distribute the scrapes of a port among all workers.
      server.listen({ host, port: port + offset, exclusive: true });
      await once(server, "listening");
      return;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken || offset + 1 >= processes) throw error;
    }
}

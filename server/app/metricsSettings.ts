import { z } from "zod";
import { portNumber } from "./messageSettings";

/** Of `/metrics`. */
export const metricsSettings = {
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
};

type Values = z.infer<z.ZodObject<typeof metricsSettings>> & { WORKERS: number };

/** The addresses of the processes; undefined if it is off. */
export const readMetrics = ({ METRICS_HOST: host, METRICS_PORT: port, WORKERS: processes }: Values) =>
  port === undefined ? undefined : { host, port, processes };

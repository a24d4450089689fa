import { z } from "zod";
import { portNumber } from "./messageSettings";

export const metricsSettings = {
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
};

type Values = z.infer<z.ZodObject<typeof metricsSettings>> & { WORKERS: number };

/** Returns where the processes serve metrics; undefined if metrics are off. */
export const readMetrics = ({ METRICS_HOST: host, METRICS_PORT: port, WORKERS: processes }: Values) =>
  port === undefined ? undefined : { host, port, processes };

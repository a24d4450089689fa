/** Settings for the address to listen on, the public URL and the trusted proxies. */
import { isIPv6 } from "node:net";
import { compile } from "@fastify/proxy-addr";
import { z } from "zod";
import { BadSetting } from "../core/errors";
import { portNumber, readList, webAddress } from "./settingTypes";

export const networkSettings = {
  PORT: portNumber.default(4000),
  HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  // Pages and files are served from the root, so the URL has no path.
  PUBLIC_URL: webAddress
    .refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
      message: "must be a host, without a path, query or fragment",
    })
    .transform((address) => new URL(address).origin)
    .optional(),
  TRUSTED_PROXIES: z.string().default("").transform(readProxies),
};

type Values = z.infer<z.ZodObject<typeof networkSettings>> & { NODE_ENV: string; WORKERS: number };

/** Throws `BadSetting`. */
export function readNetwork(values: Values) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    metrics: readMetrics(values),
    publicUrl,
    isPublicUrlGiven: values.PUBLIC_URL !== undefined,
    /** The URL at which this process reaches itself. */
    ownUrl: `http://${toReachableHost(values.HOST)}:${values.PORT}`,
    /** True if the server is on a developer's computer and no other computer can reach it. */
    isLocalDevelopment:
      values.NODE_ENV !== "production" && isLoopback(values.HOST) && isLoopback(new URL(publicUrl).hostname),
    trustedProxies: values.TRUSTED_PROXIES,
  };
}

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/** Returns the host for the URL of a server that listens on `host`. */
function toReachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIPv6(host) ? `[${host}]` : host;
}

/** Returns the host and ports of the metrics; undefined if metrics are off. */
function readMetrics({ METRICS_HOST: host, METRICS_PORT: port, PORT, WORKERS: processes }: Values) {
  if (port === undefined) return undefined;
  if (PORT >= port && PORT < port + processes)
    throw new BadSetting("Setting METRICS_PORT: must differ from PORT, including the ports of all WORKERS");
  return { host, port, processes };
}

/** Reads comma-separated IP addresses and networks in Fastify's format. */
function readProxies(list: string, context: z.RefinementCtx): string[] {
  const proxies = readList(list);
  try {
    compile(proxies);
    return proxies;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
}

/** Awaits `listening`; throws `BadSetting`, which names the setting, if the address cannot be used. */
export async function nameListenErrors<T>(listening: Promise<T>, prefix: "" | "METRICS_" = ""): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    const { code, message, syscall = "" } = error as NodeJS.ErrnoException;
    // A worker reports `bind` instead of `listen`.
    if (!["listen", "bind", "getaddrinfo"].includes(syscall)) throw error;
    const isPort = code === "EADDRINUSE" || code === "EACCES";
    throw new BadSetting(`Setting ${prefix}${isPort ? "PORT" : "HOST"}: ${message}`);
  }
}

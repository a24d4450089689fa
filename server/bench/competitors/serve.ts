/**
 * The process of a competitor: `serve.ts '<settings as JSON>'`; prints `ready` when it listens on 127.0.0.1.
 */
import type { CompetitorName, CompetitorSettings } from "./settings";

/** Competitors are imported individually, so that the memory of one does not include the modules of another. */
const serve: Record<CompetitorName, (settings: CompetitorSettings) => Promise<void>> = {
  raw: async (settings) => (await import("./rawHttp")).serveRaw(settings),
  sqlite: async (settings) => (await import("./bareSqlite")).serveBareSqlite(settings),
  fastify: async (settings) => (await import("./fastifyBytes")).serveBytes(settings),
  mercurius: async (settings) => (await import("./mercurius")).serveMercurius(settings, "sql"),
  "mercurius-typeorm": async (settings) => (await import("./mercurius")).serveMercurius(settings, "typeorm"),
  apollo: async (settings) => (await import("./apolloOnExpress")).serveApollo(settings),
};

const settings = JSON.parse(process.argv[2]!) as CompetitorSettings;
await serve[settings.name](settings);
console.log("ready");

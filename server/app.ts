/** The order of the plugins, on one screen. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import type { Config } from "./config";
import { graphqlPlugin } from "./graphql/graphqlPlugin";
import { startApollo } from "./graphql/startApollo";
import { clientPages } from "./http/pages/clientPages";
import { answerError } from "./http/describeError";
import { flags } from "./http/flags";
import { healthRoutes } from "./http/healthRoutes";
import { MemoryBudget } from "./http/multipart/MemoryBudget";
import { multipartPlugin } from "./http/multipart/multipartPlugin";
import { requestLog } from "./http/requestLog";
import { securityHeaders } from "./http/securityHeaders";
import { stopping } from "./http/stopping";
import { viewerPlugin } from "./http/viewerPlugin";
import { maxFileBytes, maxFiles, maxRequestBytes } from "./modules/file/file.rules";
import { fileRoutes } from "./modules/file/file.routes";
import { restPlugin } from "./rest/restPlugin";
import { razorpaySandbox } from "./sandbox/razorpaySandbox";
import type { Services } from "./services";

/** Bytes of uploads that the whole process holds at once; past it, 503. */
const uploadBudgetBytes = 400 * 1024 * 1024;

/** Where the parts are that are not code: the SDL, the built client, what renders it on the server, the flags. */
export interface Folders {
  schema: string;
  client: string;
  renderer: string;
  flags: string;
}

export async function buildApp(
  config: Config,
  services: Services,
  folders: Folders,
): Promise<FastifyInstance> {
  const app = Fastify({
    // The same stream that the start prints its last line to, so that the two keep their order.
    logger: { level: config.logLevel, stream: process.stdout },
    // One line of our own a request, without query strings: see requestLog.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // What Fastify refuses before it has a route, such as a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  });
  app.setErrorHandler(answerError);

  await app.register(stopping);
  await app.register(requestLog);
  await app.register(securityHeaders, { config });
  // No cookies anywhere: a token in a header is what counts, so any origin may ask.
  await app.register(cors, { origin: "*", methods: ["GET", "POST", "PUT"], maxAge: 86_400 });
  await app.register(compress, { threshold: 1024 });
  await app.register(viewerPlugin, { auth: services.auth });
  await app.register(multipartPlugin, {
    budget: new MemoryBudget(uploadBudgetBytes),
    limits: {
      maxFileBytes,
      maxFiles,
      maxRequestBytes,
      maxFieldBytes: 100 * 1024,
      maxFields: 100,
      timeoutMs: 120_000,
    },
  });

  const apollo = await startApollo(folders.schema, app.log);
  app.addHook("onClose", () => apollo.stop());
  await app.register(graphqlPlugin, { services, apollo });
  await app.register(restPlugin, { services });
  await app.register(fileRoutes, { services });
  await app.register(healthRoutes, { services });
  if (config.paymentsMode === "SANDBOX")
    await app.register(razorpaySandbox, {
      prefix: "/razorpay-sandbox",
      ...config.razorpay,
      stateFile: join(config.dataDir, "sandbox", "razorpay.jsonl"),
      webhookUrl: () => undefined,
    });
  await app.register(flags, { flagsFolder: folders.flags });
  // `npm run dev` leaves the pages to Vite.
  if (existsSync(join(folders.client, "index.html")))
    await app.register(clientPages, { config, services, apollo, folders });
  return app;
}

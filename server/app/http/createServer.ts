/**
 * The stages of every request before its route: caller, headers, parsers, limits and error handling. Cached responses
 * are sent before all stages (`ResponseCache`).
 */
import { createServer as createHttpServer, type RequestListener } from "node:http";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import proxyAddr, { compile } from "@fastify/proxy-addr";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Config } from "../config";
import { maxFileBytes, maxFiles, maxRequestBytes } from "../../modules/file/file.rules";
import type { Services } from "../services";
import { throttles } from "../../platform/rateLimiting/limits";
import { rateLimitHeaders } from "../../platform/rateLimiting/rateLimitHeaders";
import { PersonThrottle } from "../../platform/rateLimiting/PersonThrottle";
import { personKey } from "../../platform/rateLimiting/personKey";
import { sendError } from "../../platform/http/describeError";
import { MemoryBudget } from "../../platform/http/multipart/MemoryBudget";
import { earlyResponses } from "../../platform/http/earlyResponses";
import { multipartPlugin } from "../../platform/http/multipart/multipartPlugin";
import { Compressor } from "../../platform/http/responseCache/compression";
import { ResponseCache } from "../../platform/http/responseCache/ResponseCache";
import { responseCachePlugin } from "../../platform/http/responseCache/responseCachePlugin";
import { requestMetrics } from "../../platform/http/requestMetrics";
import type { OperationMetrics } from "../../platform/metrics/OperationMetrics";
import { logResponse, makeRequestId, requestIdHeader, requestLog } from "../../platform/http/requestLog";
import { schedulingPlugin } from "../../platform/rateLimiting/scheduling/schedulingPlugin";
import { securityHeaders, usualHeaders, type HeaderSet } from "../../platform/http/securityHeaders";
import { connectionDraining } from "../../platform/http/connectionDraining";
import { connectionLimit } from "../../platform/rateLimiting/connections/connectionLimit";
import { OpenConnections } from "../../platform/rateLimiting/connections/OpenConnections";
import { slowestPace } from "../../platform/rateLimiting/connections/pace";
import { makeHeadRejection } from "../../platform/rateLimiting/connections/rejectedHeads";
import { slowBodies } from "../../platform/rateLimiting/connections/slowBodies";
import { callerPlugin } from "../../platform/http/callerPlugin";

/**
 * Maximum bytes of uploads in memory, for the whole process; further uploads get 503. Fifty files of 5 MB fit. The
 * memory limit in docs/operations.md depends on this value (`server/test/faults/manyUploads.test.ts`).
 */
const uploadBudgetBytes = 300 * 1024 * 1024;
/** Maximum bytes of one person's uploads in memory: two of the largest requests, or a dozen usual ones. */
const uploadShareBytes = 2 * maxRequestBytes;
/** Maximum duration of an upload in milliseconds; enough for 30 MB at 50 KB/s. */
const uploadWithinMs = 10 * 60_000;
/** Node's timeout for receiving any request, as a fallback if all other limits fail. */
const requestWithinMs = uploadWithinMs + 60_000;
declare module "fastify" {
  interface FastifyInstance {
    /** Handles a request of this process, even one that another app has received. */
    serve: RequestListener;
  }
}

/** Makes the parts that a process's worlds share: the memory for uploads, and the connections. */
export function makeSharedTransport({ slowClientMs }: Pick<Config, "slowClientMs">, log: FastifyBaseLogger) {
  return {
    uploads: new MemoryBudget(uploadBudgetBytes, uploadShareBytes),
    connections: new OpenConnections({ slowest: slowestPace(slowClientMs), log }),
  };
}

/** Authentication uses a header instead of cookies, so any origin is allowed. */
const anyOrigin = "*";
const exposedHeaders = [requestIdHeader, "retry-after", "ratelimit", "ratelimit-policy"];

/** Idle time in milliseconds after which a connection is closed. */
const keepAliveMs = 72_000;
/** Interval at which Node checks for late request headers, in milliseconds. */
const lateHeadsEveryMs = 1_000;

type ServerConfig = Pick<
  Config,
  "trustedProxies" | "paymentsMode" | "publicUrl" | "slowClientMs" | "connectionsPerAddress"
> & { basePath?: string };

type TestWorldApp = Pick<FastifyInstance, "serve">;

interface ServerServices {
  sessions: Pick<Services["sessions"], "findSession">;
  partnerAccess: Pick<Services["partnerAccess"], "identify">;
  catalogue: Pick<Services["catalogue"], "lists">;
  limits: Pick<Services["limits"], "usageBy">;
  scheduler: Pick<Services["scheduler"], "canServeImmediately" | "run">;
}

interface Given {
  operations?: OperationMetrics | undefined;
  shared?: ReturnType<typeof makeSharedTransport>;
  testWorld?: TestWorldApp | undefined;
}

export async function createServer(
  config: ServerConfig,
  { sessions, partnerAccess, catalogue, limits, scheduler }: ServerServices,
  log: FastifyBaseLogger,
  { operations, shared = makeSharedTransport(config, log), testWorld }: Given = {},
): Promise<FastifyInstance> {
  const { trustedProxies } = config;
  const { connections, uploads } = shared;
  const slowest = slowestPace(config.slowClientMs);
  const isTrusted = memoised(compile([...trustedProxies]));
  const compressor = new Compressor();
  const cache = new ResponseCache({
    currentVersion: () => catalogue.lists,
    canServeImmediately: (request) =>
      scheduler.canServeImmediately({ address: proxyAddr(request, isTrusted), session: undefined }),
    compressor,
    log,
    onAnswered: (operation) => operations?.record({ kind: "http", operation, seconds: 0, codes: [] }),
  });
  const usual = usualHeaders(config);
  const app = makeApp(config, { cache, connections, testWorld, log, usual });

  await app.register(connectionDraining, { connections });
  await app.register(connectionLimit, { perAddress: config.connectionsPerAddress, trustedProxies });
  await app.register(requestLog);
  if (operations) await app.register(requestMetrics, { operations });
  await app.register(securityHeaders, { usual });
  await app.register(cors, {
    origin: anyOrigin,
    methods: ["GET", "POST", "PUT"],
    exposedHeaders,
    maxAge: 86_400,
  });
  await app.register(responseCachePlugin, { cache, compressor });
  // Decompresses only request bodies, because the plugin cannot limit concurrent compressions of responses.
  await app.register(compress, { globalCompression: false });
  await app.register(callerPlugin, { sessions, keys: partnerAccess });
  await app.register(rateLimitHeaders, { limits });
  await app.register(schedulingPlugin, { scheduler });
  await app.register(slowBodies, { slowest });
  await app.register(earlyResponses);
  const throttle = new PersonThrottle(throttles.upload);
  await app.register(multipartPlugin, {
    budget: uploads,
    personFor: ({ caller }) => personKey(caller),
    throttle: (person) => throttle.wait(person),
    limits: {
      maxFileBytes,
      maxFiles,
      maxRequestBytes,
      maxFieldBytes: 100 * 1024,
      maxFields: 100,
      timeoutMs: uploadWithinMs,
      slowest,
    },
  });
  return app;
}

interface Transport {
  cache: ResponseCache;
  connections: OpenConnections;
  testWorld: TestWorldApp | undefined;
  log: FastifyBaseLogger;
  /** The default headers. */
  usual: HeaderSet;
}

/** Makes the app and its HTTP server, whose requests the response cache sees before Fastify. */
function makeApp(
  config: ServerConfig,
  { cache, connections, testWorld, log, usual }: Transport,
): FastifyInstance {
  let serve: RequestListener = () => undefined;
  const withoutHooks = {
    ...usual,
    "access-control-allow-origin": anyOrigin,
    "access-control-expose-headers": exposedHeaders.join(", "),
  };
  const app = Fastify({
    loggerInstance: log,
    // `requestLog` writes one line per request instead, without query strings.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    serverFactory: (ordinary) => {
      serve = withoutBasePath(config.basePath ?? "", (request, response) =>
        cache.serve(request, response, ordinary),
      );
      const server = createHttpServer(
        {
          headersTimeout: config.slowClientMs,
          connectionsCheckingInterval: lateHeadsEveryMs,
          requestTimeout: requestWithinMs,
          keepAliveTimeout: keepAliveMs,
        },
        (request, response) =>
          connections.handle(
            request,
            response,
            testWorld && isOfTestWorld(request.url) ? testWorld.serve : serve,
          ),
      );
      connections.watch(server);
      return server;
    },
    genReqId: makeRequestId,
    clientErrorHandler: makeHeadRejection(log),
    // Handles requests that Fastify rejects before routing, for example because their path cannot be decoded. No hook
    // runs for them.
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply.headers({ ...withoutHooks, [requestIdHeader]: request.id }));
      logResponse(request, reply);
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  });
  app.decorate("serve", serve);
  app.setErrorHandler(sendError);
  return app;
}

/** Removes a world's base path from URLs, so that it has the same routes and cached pages as the live world. */
function withoutBasePath(basePath: string, serve: RequestListener): RequestListener {
  if (!basePath) return serve;
  return (request, response) => {
    const { url = "" } = request;
    if (isOfTestWorld(url)) request.url = url.slice(basePath.length).replace(/^(?!\/)/, "/");
    serve(request, response);
  };
}

/** Ignores case, like the router. */
const isOfTestWorld = (url = "") => /^\/test(?=[/?]|$)/i.test(url);

/**
 * Caches results, because parsing an address takes longer than sending a cached response. They stay valid, because the
 * proxies never change.
 */
function memoised(isTrusted: (address: string, hop: number) => boolean): typeof isTrusted {
  const known = new LRUCache({ max: 10_000, memoMethod: (address: string) => isTrusted(address, 0) });
  return (address) => known.memo(address);
}

/**
 * What every request passes before it comes to a route: who asks, headers, parsers, limits, how errors leave. Cached
 * responses are sent ahead of it all (`ResponseCache`).
 */
import { createServer as createHttpServer } from "node:http";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import proxyAddr, { compile } from "@fastify/proxy-addr";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Config } from "../config";
import { maxFileBytes, maxFiles, maxRequestBytes } from "../../modules/file/file.rules";
import type { Services } from "../services";
import { PersonPace } from "../../platform/rateLimiting/PersonPace";
import { personOf } from "../../platform/rateLimiting/person";
import { sendError } from "../../platform/http/describeError";
import { MemoryBudget } from "../../platform/http/multipart/MemoryBudget";
import { earlyResponses } from "../../platform/http/earlyResponses";
import { multipartPlugin } from "../../platform/http/multipart/multipartPlugin";
import { Compressor } from "../../platform/http/responseCache/compression";
import { ResponseCache } from "../../platform/http/responseCache/ResponseCache";
import { responseCachePlugin } from "../../platform/http/responseCache/responseCachePlugin";
import { requestLog } from "../../platform/http/requestLog";
import { scheduling } from "../../platform/http/scheduling";
import { securityHeaders } from "../../platform/http/securityHeaders";
import { connectionDraining } from "../../platform/http/connectionDraining";
import { connectionLimit } from "../../platform/http/connectionLimit";
import { OpenConnections } from "../../platform/http/OpenConnections";
import { slowestPace } from "../../platform/http/pace";
import { slowBodies } from "../../platform/http/slowBodies";
import { viewerPlugin } from "../../platform/http/viewerPlugin";

/**
 * Bytes of uploads that the whole process holds at once; past it, 503. Fifty files of 5 MB fit; the ceiling of memory in
 * docs/operations.md hangs on it (`server/test/faults/manyUploads.test.ts`).
 */
const uploadBudgetBytes = 300 * 1024 * 1024;
/** What one person has of it: two of the largest requests, or a dozen of usual ones. */
const uploadShareBytes = 2 * maxRequestBytes;

/**
 * Uploads of one person that are read without a wait, as many as one form brings at its worst and some tries. After them
 * one is read every so often; what is refused at once would otherwise be sent again at once, in megabytes. A body that
 * waits stays in the sender's line and costs nothing.
 */
const uploadPaceOfPerson = { atOnce: 10, everyMs: 500 };
/** Milliseconds that an upload has in all, at whatever pace: 30 MB at 50 KB a second. */
const uploadWithinMs = 10 * 60_000;
/** Node's time for any request from its first byte to its last, behind all others. */
const requestWithinMs = uploadWithinMs + 60_000;
/** For how long a connection stays open on which nothing is asked. */
const keepAliveMs = 72_000;
/** How often Node looks whether a head is late, in milliseconds. */
const lateHeadsEveryMs = 1_000;

export async function createServer(
  config: Pick<
    Config,
    "trustedProxies" | "paymentsMode" | "publicUrl" | "slowClientMs" | "connectionsPerAddress"
  >,
  {
    sessions,
    catalogue,
    turns,
  }: {
    sessions: Pick<Services["sessions"], "findSession">;
    catalogue: Pick<Services["catalogue"], "lists">;
    turns: Pick<Services["turns"], "mayAnswerAtOnce" | "take">;
  },
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { trustedProxies } = config;
  const slowest = slowestPace(config.slowClientMs);
  const isTrusted = memoised(compile([...trustedProxies]));
  const compressor = new Compressor();
  const cache = new ResponseCache({
    currentVersion: () => catalogue.lists,
    mayAnswerAtOnce: (request) =>
      turns.mayAnswerAtOnce({ address: proxyAddr(request, isTrusted), session: undefined }),
    compressor,
    log,
  });
  const connections = new OpenConnections({ slowest, log });
  const app = Fastify({
    loggerInstance: log,
    // One line of our own a request, without query strings: see requestLog.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    serverFactory: (ordinary) => {
      const server = createHttpServer(
        {
          headersTimeout: config.slowClientMs,
          connectionsCheckingInterval: lateHeadsEveryMs,
          requestTimeout: requestWithinMs,
          keepAliveTimeout: keepAliveMs,
        },
        (request, response) =>
          connections.handle(request, response, () => cache.serve(request, response, ordinary)),
      );
      connections.watch(server);
      return server;
    },
    // What Fastify refuses before it has a route, such as a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  });
  app.setErrorHandler(sendError);

  await app.register(connectionDraining, { connections });
  await app.register(connectionLimit, { perAddress: config.connectionsPerAddress, trustedProxies });
  await app.register(requestLog);
  await app.register(securityHeaders, { config });
  // No cookies anywhere: a token in a header is what counts, so any origin may ask.
  await app.register(cors, { origin: "*", methods: ["GET", "POST", "PUT"], maxAge: 86_400 });
  await app.register(responseCachePlugin, { cache, compressor });
  // Of requests; it has no bound for responses.
  await app.register(compress, { globalCompression: false });
  await app.register(viewerPlugin, { sessions });
  await app.register(scheduling, { turns });
  await app.register(slowBodies, { slowest });
  await app.register(earlyResponses);
  const uploadPace = new PersonPace(uploadPaceOfPerson);
  await app.register(multipartPlugin, {
    budget: new MemoryBudget(uploadBudgetBytes, uploadShareBytes),
    personOf: ({ viewer }) => personOf(viewer),
    waitForTurn: (person) => uploadPace.wait(person),
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

/** To read an address takes longer than to answer; a proxy's is the same each time. */
function memoised(isTrusted: (address: string, hop: number) => boolean): typeof isTrusted {
  const known = new LRUCache<string, boolean>({ max: 10_000 });
  return (address, hop) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const trust = isTrusted(address, hop);
    known.set(address, trust);
    return trust;
  };
}

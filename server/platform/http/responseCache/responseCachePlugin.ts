/** Stores public responses in the cache, keeps private ones out of other caches, and compresses texts. */
import { Readable } from "node:stream";
import fastifyPlugin from "fastify-plugin";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  minCompressedBytes,
  toEtag,
  negotiateEncoding,
  type CompressedBody,
  type Compressor,
} from "./compression";
import type { ResponseCache } from "./ResponseCache";

/** Makes browsers and proxies revalidate each time, so that a catalogue change is visible immediately. */
export const publicCaching = "public, max-age=0, must-revalidate";

/** Marks a response as public and dependent on the catalogue alone. */
export interface PublicMark {
  /** The catalogue before the response was generated. */
  version: object;
  /** The body, if it is already compressed, as pages are: the catalogue limits their number. */
  compressed?: CompressedBody;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the handler if the response is the same for all visitors. Only responses with status 200 are cached. */
    publicMark?: PublicMark;
  }
}

interface Options {
  cache: ResponseCache;
  compressor: Compressor;
}

export const responseCachePlugin = fastifyPlugin<Options>(
  async (app, { cache, compressor }) => {
    app.decorateRequest("publicMark");
    app.addHook("onSend", async (request, reply, payload) => {
      const text = typeof payload === "string" ? payload : undefined;
      if (request.publicMark && reply.statusCode === 200 && !request.headers.authorization) {
        if (!request.publicMark.compressed && text !== undefined) describePublic(request, reply, text);
        store(cache, request, reply, text);
        if (reply.getHeader("etag") && isKnown(request, reply)) {
          reply.code(304).removeHeader("content-length").removeHeader("content-encoding");
          return null;
        }
      } else if (isPrivate(request) && !reply.hasHeader("cache-control")) {
        // Otherwise a browser may guess a lifetime and show the response after a logout.
        reply.header("cache-control", "no-store");
      }
      // Fastify adds a length of 0 to a HEAD response without a body, which is wrong for 304 (RFC 9110, section 8.6).
      if (payload === undefined && reply.statusCode === 304 && request.method === "HEAD")
        return Readable.from([]);
      return text === undefined ? payload : compressText(compressor, request, reply, text);
    });
    app.addHook("preClose", async () => cache.stop());
  },
  { name: "response-cache", fastify: "5.x" },
);

function describePublic({ routeOptions, method }: FastifyRequest, reply: FastifyReply, text: string): void {
  reply.header("vary", routeOptions.url === "/graphql" ? "accept, accept-encoding" : "accept-encoding");
  // Omitted for POST, because browsers and proxies do not cache its responses.
  if (method !== "POST") reply.headers({ etag: toEtag(text), "cache-control": publicCaching });
}

/**
 * True if browsers and proxies must not cache the response. Does not cover operations without a session, such as a
 * login: they are sent by POST, whose responses are not cached by default.
 */
const isPrivate = ({ headers, routeOptions: { url = "" } }: FastifyRequest) =>
  url.startsWith("/api/") || (url === "/graphql" && headers.authorization !== undefined);

function store(cache: ResponseCache, request: FastifyRequest, reply: FastifyReply, text = ""): void {
  const { version, compressed } = request.publicMark!;
  const route = request.routeOptions.url ?? "unknown";
  const response = { version, route, headers: reply.getHeaders() };
  // Not awaited, because the client would have to wait for it.
  cache.store(request.raw, response, compressed ?? text).catch((error: unknown) => {
    request.log.warn({ err: error }, "response not cached");
  });
}

function isKnown({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const etag = String(reply.getHeader("etag"));
  return method === "GET" && (headers["if-none-match"]?.includes(etag) ?? false);
}

const compressible = /^(?:text\/|application\/(?:\w+\+)?(?:json|xml|javascript|manifest\+json)|image\/svg)/;

async function compressText(
  compressor: Compressor,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  const type = String(reply.getHeader("content-type") ?? "");
  if (text.length < minCompressedBytes || !compressible.test(type) || reply.hasHeader("content-encoding"))
    return text;
  const vary = String(reply.getHeader("vary") ?? "");
  if (!vary.includes("accept-encoding"))
    reply.header("vary", vary ? `${vary}, accept-encoding` : "accept-encoding");
  const encoding = negotiateEncoding(headers["accept-encoding"]);
  if (encoding === "plain") return text;
  const body = await compressor.compress(text, encoding);
  if (!body) return text;
  reply.headers({ "content-encoding": encoding, "content-length": body.length });
  return body;
}

/** Sends a body in the client's preferred encoding, or 304 if the client has it. */
export function sendCompressed(body: CompressedBody, { headers }: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag: body.etag, vary: "accept-encoding" });
  if (headers["if-none-match"]?.includes(body.etag)) return reply.code(304).send();
  const encoding = negotiateEncoding(headers["accept-encoding"]);
  if (encoding !== "plain" && body[encoding] !== body.plain) reply.header("content-encoding", encoding);
  return reply.send(body[encoding]);
}

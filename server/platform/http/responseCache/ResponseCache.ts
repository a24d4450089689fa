import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { makeRequestId, requestIdHeader } from "../requestLog";
import { negotiateEncoding, type CompressedBody, type Compressor, type Encoding } from "./compression";
import { describeOperation, hasBody, isShortOperation, toCacheKey } from "./requestKey";
import { SampledLog, type Log } from "./SampledLog";

/** Maximum size of all stored pages in bytes, five times the size of the whole catalogue's pages. */
const maxPageBytes = 16 * 1024 * 1024;
/** Maximum size of all stored responses to operations in bytes. Counted separately, so that they never evict a page. */
const maxOperationBytes = 16 * 1024 * 1024;
/** Maximum size of an uncompressed response in bytes. The list of all visas is 63 KB long. */
const maxResponseBytes = 64 * 1024;
/** Approximate size of a response's headers in all encodings together, in bytes. */
const headBytes = 4 * 1024;

/** Milliseconds within which a request has to be repeated for its response to be stored. */
const againWithinMs = 60_000;
/** Maximum size of the keys of requests that were seen once, in bytes. */
const maxSeenBytes = 4 * 1024 * 1024;

/** Headers that belong to a single response, its connection or its encoding, and are not stored. Node sets `Date`. */
const ofOneResponse = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  requestIdHeader,
]);

type HeaderValues = Readonly<Record<string, number | string | string[] | undefined>>;

/** A response that is the same for every visitor until the catalogue changes. */
export interface PublicResponse {
  /** The catalogue from which it was generated. */
  version: object;
  /** The pattern of its route, for the log. */
  route: string;
  headers: HeaderValues;
}

interface EncodedResponse {
  head: Head;
  body: Buffer;
}

interface CachedResponse extends Record<Encoding, EncodedResponse> {
  version: object;
  route: string;
  etag: string;
  notModified: Head;
}

/**
 * Alternating header names and values, as `writeHead` accepts them. The first header is the request id. Its value is
 * overwritten before each response, because `writeHead` copies the list and a new list would cost more.
 */
type Head = [name: string, id: string, ...others: string[]];

export interface ResponseCacheOptions {
  /** The current catalogue; a new object after each change. */
  currentVersion(): object;
  /**
   * Counts the request against the visitor's limit. Returns false if the limit is reached, so that the request has to
   * be scheduled.
   */
  canServeImmediately(request: IncomingMessage): boolean;
  compressor: Pick<Compressor, "compressAll">;
  log: Log;
  /** Called with the method and route of each response from the cache. */
  onAnswered?(operation: string): void;
}

/**
 * Serves visitors before any other processing: a request that equals an earlier one byte for byte gets the same
 * response until the catalogue changes. Stores only public responses that depend on the catalogue alone, which their
 * handlers mark (`request.publicMark`).
 *
 * A request with an `Authorization` header is never looked up or stored. Visitor limits, the request log, conditional
 * requests and connection draining work as usual.
 *
 * Clients can send any number of different requests, so a response is stored only if it is requested again within a
 * minute, one response is compressed at a time, and operations have a separate memory limit.
 */
export class ResponseCache {
  readonly #log: SampledLog;
  readonly #pages = makeStore(maxPageBytes);
  readonly #operations = makeStore(maxOperationBytes);
  readonly #seen = new LRUCache<string, true>({
    maxSize: maxSeenBytes,
    sizeCalculation: (_seen, key) => key.length,
    ttl: againWithinMs,
  });
  /** The keys of requests that the cache could not serve, for `store`. */
  readonly #keys = new WeakMap<IncomingMessage, string>();
  readonly #beingStored = new Set<string>();
  #isStopped = false;

  constructor(private readonly options: ResponseCacheOptions) {
    this.#log = new SampledLog(options.log, "responses from the cache that were not logged individually");
  }

  /** Responds from the cache, or passes the request on unchanged. */
  serve(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const { method, headers } = request;
    if (this.#isStopped || headers.authorization !== undefined) return next(request, response);
    if (method === "GET" && !hasBody(request)) {
      const key = toCacheKey(request);
      if (this.#answer(key, request, response)) return;
      this.#keys.set(request, key);
    } else if (method === "POST" && isShortOperation(request)) {
      // A body that arrived with the headers is available in the next tick. The cache does not wait for one that
      // arrives later.
      process.nextTick(() => this.#serveOperation(request, response, next));
      return;
    }
    next(request, response);
  }

  /**
   * Stores the response if the same request was made within the last minute. A page is already compressed; a text is
   * stored only if it is at most `maxResponseBytes` long and the compressor has capacity.
   */
  async store(
    request: IncomingMessage,
    response: PublicResponse,
    body: CompressedBody | string,
  ): Promise<void> {
    const key = this.#keys.get(request);
    if (key === undefined || this.#beingStored.has(key) || !this.#wasSeen(key)) return;
    // A visitor over the limit is served by the handler even if the response is stored.
    if (this.#find(key)?.version === response.version) return;
    if (typeof body !== "string") return this.#add(this.#pages, key, response, body);
    if (body.length > maxResponseBytes) return;
    this.#beingStored.add(key);
    try {
      const compressed = await this.options.compressor.compressAll(body);
      if (compressed) this.#add(this.#operations, key, response, compressed);
    } finally {
      this.#beingStored.delete(key);
    }
  }

  /** Stops serving from the cache, so that responses during a shutdown carry `Connection: close`. */
  stop(): void {
    this.#isStopped = true;
    this.#log.flush();
  }

  #find(key: string): CachedResponse | undefined {
    return this.#operations.get(key) ?? this.#pages.get(key);
  }

  #wasSeen(key: string): boolean {
    if (this.#seen.has(key)) return true;
    this.#seen.set(key, true);
    return false;
  }

  #add(
    responses: LRUCache<string, CachedResponse>,
    key: string,
    { version, route, headers }: PublicResponse,
    { etag, ...bodies }: CompressedBody,
  ): void {
    // Not stored if the catalogue has changed during the compression.
    if (version !== this.options.currentVersion()) return;
    const encode = (body: Buffer, encoding: HeaderValues = {}): EncodedResponse => ({
      head: toHead(headers, { ...encoding, "content-length": body.length }),
      body,
    });
    const plain = encode(bodies.plain);
    const encodeAs = (encoding: Exclude<Encoding, "plain">) =>
      bodies[encoding] === bodies.plain ? plain : encode(bodies[encoding], { "content-encoding": encoding });
    const encoded = { plain, br: encodeAs("br"), gzip: encodeAs("gzip") };
    responses.set(key, { version, route, etag, ...encoded, notModified: toHead(headers, {}) });
  }

  #serveOperation(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const body = request.read(Number(request.headers["content-length"])) as Buffer | null;
    if (body) {
      const key = `POST ${describeOperation(request)}\n${body.toString("latin1")}`;
      if (this.#answer(key, request, response)) {
        // Consumes the body, so that the request ends for Node too.
        request.read();
        return;
      }
      this.#keys.set(request, key);
      request.unshift(body);
    }
    next(request, response);
  }

  #answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const found = this.#find(key);
    if (!found) return false;
    const { currentVersion, canServeImmediately } = this.options;
    if (found.version !== currentVersion()) {
      this.#operations.delete(key);
      this.#pages.delete(key);
      return false;
    }
    if (!canServeImmediately(request)) return false;
    const { method, headers } = request;
    const isKnown = method === "GET" && headers["if-none-match"]?.includes(found.etag);
    const reqId = makeRequestId();
    if (isKnown) {
      found.notModified[1] = reqId;
      response.writeHead(304, found.notModified).end();
    } else {
      const { head, body } = found[negotiateEncoding(headers["accept-encoding"])];
      head[1] = reqId;
      response.writeHead(200, head).end(body);
    }
    this.options.onAnswered?.(`${method} ${found.route}`);
    const status = isKnown ? 304 : 200;
    this.#log.answered({ reqId, method, route: found.route, status, ms: 0, cached: true });
    return true;
  }
}

function makeStore(maxBytes: number): LRUCache<string, CachedResponse> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ plain, br, gzip }, key) =>
      headBytes + key.length + plain.body.length + br.body.length + gzip.body.length,
  });
}

function toHead(headers: HeaderValues, more: HeaderValues): Head {
  const kept = Object.entries(headers).filter(([name]) => !ofOneResponse.has(name));
  const others = [...kept, ...Object.entries(more)].flatMap(([name, value]) => [name, String(value)]);
  return [requestIdHeader, "", ...others];
}

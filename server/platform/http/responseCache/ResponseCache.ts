import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { negotiateEncoding, type CompressedBody, type Compressor, type Encoding } from "./compression";
import { describeOperation, hasBody, isShortOperation, keyOfGet } from "./requestKey";
import { SampledLog, type Log } from "./SampledLog";

/** Bytes of what is stored: the pages of the whole catalogue take a fifth of theirs. */
const maxPageBytes = 16 * 1024 * 1024;
/** A share of their own, so that no number of operations drives a page out. */
const maxOperationBytes = 16 * 1024 * 1024;
/** Bytes of an uncompressed response. The list of all visas has 63 KB. */
const maxResponseBytes = 64 * 1024;
/** About what the headers take in all encodings, in bytes. */
const headBytes = 4 * 1024;

/** A response is stored when it is asked for a second time in this time. */
const againWithinMs = 60_000;
/** Bytes of the requests that were made once. */
const maxSeenBytes = 4 * 1024 * 1024;

/** Headers of a connection or of one encoding of the body, so not of the response; `Date` is Node's. */
const ofOneResponse = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

type HeaderValues = Readonly<Record<string, number | string | string[] | undefined>>;

/** A response that is the same for every visitor until the catalogue changes. */
export interface PublicResponse {
  /** The catalogue that it was made from. */
  version: object;
  /** The pattern of its route, for the log. */
  route: string;
  headers: HeaderValues;
}

/** One encoding of a response: names and values of its headers in turn, as `writeHead` takes them, and its body. */
interface EncodedResponse {
  head: string[];
  body: Buffer;
}

interface CachedResponse extends Record<Encoding, EncodedResponse> {
  version: object;
  route: string;
  etag: string;
  notModified: string[];
}

export interface ResponseCacheOptions {
  /** The present catalogue: another object after each change. */
  currentVersion(): object;
  /** Counts a request of the visitor who sends it. Returns false if it has to wait for its turn. */
  mayAnswerAtOnce(request: IncomingMessage): boolean;
  compressor: Pick<Compressor, "compressAll">;
  log: Log;
}

/**
 * Answers visitors before the server does anything: a request that is byte for byte one that was made since the catalogue
 * last changed gets the same bytes. For what everybody may see and depends on the catalogue alone; the handler of such a
 * response marks it (`request.publicMark`), and no other response is stored.
 *
 * A request with an `Authorization` header is never looked up and never stored. The limits of a visitor, the log,
 * conditional requests and the stop apply as usual.
 *
 * Anybody can send ever new requests, so a response is stored only if it is asked for twice in a minute, one is compressed
 * at a time, and operations have a share of the memory of their own.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #log: SampledLog;
  readonly #pages = makeStore(maxPageBytes);
  readonly #operations = makeStore(maxOperationBytes);
  readonly #seen = new LRUCache<string, true>({
    maxSize: maxSeenBytes,
    sizeCalculation: (_seen, key) => key.length,
    ttl: againWithinMs,
  });
  /** The keys of requests that were not found. */
  readonly #keys = new WeakMap<IncomingMessage, string>();
  readonly #beingStored = new Set<string>();
  #isStopped = false;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#log = new SampledLog(options.log);
  }

  /** Answers from the cache, or hands the request on as it came. */
  serve(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const { method, headers } = request;
    if (this.#isStopped || headers.authorization !== undefined) return next(request, response);
    if (method === "GET" && !hasBody(request)) {
      const key = keyOfGet(request);
      if (this.#answer(key, request, response)) return;
      this.#keys.set(request, key);
    } else if (method === "POST" && isShortOperation(request)) {
      // By then the body is there if it came with the head; the cache does not wait for one that did not.
      process.nextTick(() => this.#serveOperation(request, response, next));
      return;
    }
    next(request, response);
  }

  /**
   * Stores the response to a request that was made before within a minute: a page's body as it is compressed already, a
   * text if the compressor has time. Anything else is not stored.
   */
  async store(
    request: IncomingMessage,
    response: PublicResponse,
    body: CompressedBody | string,
  ): Promise<void> {
    const key = this.#keys.get(request);
    if (key === undefined || this.#beingStored.has(key) || !this.#wasSeen(key)) return;
    if (typeof body !== "string") return this.#add(this.#pages, key, response, body);
    if (body.length > maxResponseBytes) return;
    this.#beingStored.add(key);
    try {
      const compressed = await this.#options.compressor.compressAll(body);
      if (compressed) this.#add(this.#operations, key, response, compressed);
    } finally {
      this.#beingStored.delete(key);
    }
  }

  /** From now on all requests are handed on, so that connections are told that they end. */
  stop(): void {
    this.#isStopped = true;
    this.#log.flush();
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
    // The catalogue may have changed meanwhile.
    if (version !== this.#options.currentVersion()) return;
    const encode = (body: Buffer, encoding: HeaderValues = {}): EncodedResponse => ({
      head: toHead(headers, { ...encoding, "content-length": body.length }),
      body,
    });
    const plain = encode(bodies.plain);
    const encodeAs = (encoding: Exclude<Encoding, "plain">) =>
      bodies[encoding] === bodies.plain ? plain : encode(bodies[encoding], { "content-encoding": encoding });
    const notModified = toHead(headers, {});
    responses.set(key, {
      version,
      route,
      etag,
      plain,
      br: encodeAs("br"),
      gzip: encodeAs("gzip"),
      notModified,
    });
  }

  #serveOperation(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const body = request.read(Number(request.headers["content-length"])) as Buffer | null;
    if (body) {
      const key = `POST ${describeOperation(request)}\n${body.toString("latin1")}`;
      if (this.#answer(key, request, response)) {
        // So that the request ends for Node too.
        request.read();
        return;
      }
      this.#keys.set(request, key);
      request.unshift(body);
    }
    next(request, response);
  }

  #answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const found = this.#operations.get(key) ?? this.#pages.get(key);
    if (!found) return false;
    const { currentVersion, mayAnswerAtOnce } = this.#options;
    if (found.version !== currentVersion()) {
      this.#operations.delete(key);
      this.#pages.delete(key);
      return false;
    }
    if (!mayAnswerAtOnce(request)) return false;
    const { method, headers } = request;
    const isKnown = method === "GET" && headers["if-none-match"]?.includes(found.etag);
    if (isKnown) response.writeHead(304, found.notModified).end();
    else {
      const { head, body } = found[negotiateEncoding(headers["accept-encoding"])];
      response.writeHead(200, head).end(body);
    }
    this.#log.answered({ method, route: found.route, status: isKnown ? 304 : 200, ms: 0 });
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

function toHead(headers: HeaderValues, more: HeaderValues): string[] {
  const kept = Object.entries(headers).filter(([name]) => !ofOneResponse.has(name));
  return [...kept, ...Object.entries(more)].flatMap(([name, value]) => [name, String(value)]);
}

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { chooseForm, minPackedBytes, type PackedBody } from "./packedBody";

/** Bytes of all that is kept, requests and answers in each of their forms. The whole catalogue takes a tenth. */
const maxBytes = 32 * 1024 * 1024;
/** Bytes of a body that is looked at. The longest operation of the client has 2 KB. */
const maxRequestBytes = 8 * 1024;

/** About what the headers of all forms take. */
const headBytes = 4 * 1024;

const graphqlPath = "/graphql";
const jsonTypes = new Set(["application/json", "application/json; charset=utf-8"]);
/** Of a connection or of one form of the body, so not of the answer; `Date` is Node's. */
const ofOneResponse = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

type HeaderValues = Readonly<Record<string, number | string | string[] | undefined>>;

/** An answer that is the same for every visitor as long as the catalogue is. */
export interface PublicAnswer {
  /** The catalogue that it was made from. */
  version: object;
  /** The pattern of its route, for the log. */
  route: string;
  /** Whether it counts as an operation of whoever asks (`OperationTurns`). */
  isOperation: boolean;
  headers: HeaderValues;
  body: PackedBody;
}

/** One form of an answer: names and values of its headers in turn, as `writeHead` takes them, and its body. */
interface Form {
  head: string[];
  body: Buffer;
}

interface ReadyAnswer extends Pick<PublicAnswer, "version" | "route" | "isOperation"> {
  etag: string;
  forms: Record<"br" | "gzip" | "plain", Form>;
  notModified: string[];
}

export interface ReadyAnswersOptions {
  /** The catalogue as it is now; another object after each change. */
  versionOf(): object;
  /** Counts an operation of the visitor who asks, and says whether it may be answered at once. */
  mayAnswer(request: IncomingMessage): boolean;
  log: {
    isLevelEnabled?(level: "info"): boolean;
    info(details: object, message: string): void;
  };
}

/**
 * Answers visitors before the server does anything: to a request that is byte for byte one that was answered since the
 * catalogue last changed, the same bytes. For what everybody may see and what depends on the catalogue alone; whoever
 * answers it in the ordinary way says so (`request.publicMark`), and no other answer ever
 * comes here.
 *
 * What has an `Authorization` header is never looked up, and never kept. Of the ordinary way remain: the pace of a
 * person's operations, the line in the log, conditional requests, and the stop.
 */
export class ReadyAnswers {
  readonly #options: ReadyAnswersOptions;
  readonly #answers = new LRUCache<string, ReadyAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ forms: { plain, br, gzip } }, key) =>
      headBytes + key.length + plain.body.length + br.body.length + gzip.body.length,
  });
  /** Of requests that go the ordinary way, what their answers would be found by. */
  readonly #keys = new WeakMap<IncomingMessage, string>();
  readonly #inMaking = new Set<string>();
  #isStopped = false;

  constructor(options: ReadyAnswersOptions) {
    this.#options = options;
  }

  /** Answers, or hands the request on as it came. */
  serve(request: IncomingMessage, response: ServerResponse, ordinary: RequestListener): void {
    const { method, headers } = request;
    if (this.#isStopped || headers.authorization !== undefined) return ordinary(request, response);
    if (method === "GET" && !hasBody(request)) {
      const key = keyOfGet(request);
      if (this.#answer(key, request, response)) return;
      this.#keys.set(request, key);
    } else if (method === "POST" && isShortOperation(request)) {
      // Then the body is there if it came with the head. Nobody waits for one that did not.
      process.nextTick(() => this.#serveOperation(request, response, ordinary));
      return;
    }
    ordinary(request, response);
  }

  /**
   * Keeps what a request was answered, for others: of many that ask for the same at once, what the first one is told.
   * `make` is not called where the request is none that can be answered so.
   */
  async keep(request: IncomingMessage, make: () => PublicAnswer | Promise<PublicAnswer>): Promise<void> {
    const key = this.#keys.get(request);
    if (key === undefined || this.#inMaking.has(key)) return;
    this.#inMaking.add(key);
    try {
      this.#keep(key, await make());
    } finally {
      this.#inMaking.delete(key);
    }
  }

  #keep(key: string, { version, route, isOperation, headers, body }: PublicAnswer): void {
    // Made from a catalogue that is gone meanwhile.
    if (version !== this.#options.versionOf()) return;
    const formOf = (bytes: Buffer, encoding: HeaderValues = {}): Form => ({
      head: headFor(headers, { ...encoding, "content-length": bytes.length }),
      body: bytes,
    });
    const plain = formOf(body.plain);
    const forms =
      body.plain.length < minPackedBytes
        ? { plain, br: plain, gzip: plain }
        : {
            plain,
            br: formOf(body.br, { "content-encoding": "br" }),
            gzip: formOf(body.gzip, { "content-encoding": "gzip" }),
          };
    const notModified = headFor(headers, {});
    this.#answers.set(key, { version, route, isOperation, etag: body.etag, forms, notModified });
  }

  /** From now on all go the ordinary way, which tells connections that they end. */
  stop(): void {
    this.#isStopped = true;
  }

  #serveOperation(request: IncomingMessage, response: ServerResponse, ordinary: RequestListener): void {
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
    ordinary(request, response);
  }

  #answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const answer = this.#answers.get(key);
    if (!answer) return false;
    const { versionOf, mayAnswer } = this.#options;
    if (answer.version !== versionOf()) {
      this.#answers.delete(key);
      return false;
    }
    if (answer.isOperation && !mayAnswer(request)) return false;
    const { etag, forms, notModified } = answer;
    const { "if-none-match": known, "accept-encoding": accepted } = request.headers;
    const status = request.method === "GET" && known?.includes(etag) ? 304 : 200;
    if (status === 304) response.writeHead(status, notModified).end();
    else {
      const { head, body } = forms[chooseForm(accepted)];
      response.writeHead(status, head).end(body);
    }
    this.#log(request, answer, status);
    return true;
  }

  /** As `requestLog` does. There is no time in it: nothing is waited for. */
  #log({ method }: IncomingMessage, { route }: ReadyAnswer, status: number): void {
    const { log } = this.#options;
    if (log.isLevelEnabled?.("info") ?? true) log.info({ method, route, status, ms: 0 }, "answered");
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** By the address alone; Apollo looks at some headers too (`describeOperation`). */
function keyOfGet(request: IncomingMessage): string {
  const { url = "" } = request;
  return isGraphql(url) ? `${url}\n${describeOperation(request)}` : url;
}

/** In any letter case, as the router takes it. */
function isGraphql(url: string): boolean {
  return url.length >= graphqlPath.length && url.slice(0, graphqlPath.length).toLowerCase() === graphqlPath;
}

/** What Apollo looks at beside the operation: the form of its answer, and whether a page of somebody else's may ask. */
function describeOperation({ headers }: IncomingMessage): string {
  const { accept = "", "content-type": type = "" } = headers;
  const { "x-apollo-operation-name": name = "", "apollo-require-preflight": preflight = "" } = headers;
  return `${accept}\n${type}\n${String(name)}\n${String(preflight)}`;
}

function isShortOperation({ url, headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"]);
  return (
    url === graphqlPath &&
    length > 0 &&
    length <= maxRequestBytes &&
    headers["content-encoding"] === undefined &&
    jsonTypes.has(headers["content-type"] ?? "")
  );
}

function headFor(headers: HeaderValues, more: HeaderValues): string[] {
  const kept = Object.entries(headers).filter(([name]) => !ofOneResponse.has(name));
  return [...kept, ...Object.entries(more)].flatMap(([name, value]) => [name, String(value)]);
}

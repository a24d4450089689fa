/** Test kit for multipart requests: bodies byte by byte, a real server, and misbehaving clients. */
import net from "node:net";
import { afterEach, expect } from "@jest/globals";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { DomainError } from "../../../core/errors";
import { MemoryBudget } from "../../../platform/http/multipart/MemoryBudget";
import { earlyResponses } from "../../../platform/http/earlyResponses";
import { multipartPlugin, type MultipartOptions } from "../../../platform/http/multipart/multipartPlugin";
import type { MultipartLimits } from "../../../platform/http/multipart/multipartBody";

export const BOUNDARY = "----test-boundary-7MA4YWxk";

export interface Part {
  name: string;
  filename?: string;
  type?: string;
  content: string | Buffer;
}

export const photoPart = (content: Buffer, name = "photo"): Part => ({
  name,
  filename: `${name}.jpg`,
  content,
});

export function encodeParts(parts: Part[]): Buffer {
  const pieces: Buffer[] = [];
  for (const { name, filename, type, content } of parts) {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const contentType = filename === undefined ? "" : `Content-Type: ${type ?? "image/jpeg"}\r\n`;
    pieces.push(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`,
      ),
      Buffer.from(content),
      Buffer.from("\r\n"),
    );
  }
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Returns bytes that include line breaks, dashes and NULs. */
export function randomBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0, x = seed; i < length; i++) bytes[i] = (x = (x * 1103515245 + 12345) & 0x7fffffff) >>> 16;
  return bytes;
}

const SMALL: MultipartLimits = {
  maxFileBytes: 100_000,
  maxFiles: 3,
  maxRequestBytes: 1_000_000,
  maxFieldBytes: 10_000,
  maxFields: 5,
  timeoutMs: 5_000,
  slowest: { bytesPerSecond: 1, patienceMs: 5_000 },
};

export interface TestServer {
  app: FastifyInstance;
  port: number;
  budget: MemoryBudget;
  close(): Promise<void>;
}

type Settings = Partial<MultipartLimits> &
  Pick<Partial<MultipartOptions>, "discard"> & {
    budgetBytes?: number;
    shareBytes?: number;
    route?: (request: FastifyRequest) => Promise<unknown>;
  };

/** `POST /` returns the received parts; `POST /refused` returns 401 before it reads the body. */
export async function startServer({
  budgetBytes = 100_000_000,
  shareBytes,
  route,
  discard,
  ...limits
}: Settings = {}): Promise<TestServer> {
  const budget = new MemoryBudget(budgetBytes, shareBytes);
  const app = Fastify();
  const early = { discard: discard ?? { idleMs: 500, totalMs: 3_000 } };
  await app.register(earlyResponses, early);
  const personFor = ({ headers }: FastifyRequest) => String(headers.authorization);
  await app.register(multipartPlugin, { limits: { ...SMALL, ...limits }, budget, personFor, ...early });
  app.setErrorHandler((error: Error & { status?: number; statusCode?: number }, _request, reply) => {
    if (error instanceof DomainError && error.retryAfter) reply.header("retry-after", error.retryAfter);
    const { code, field } =
      error instanceof DomainError ? error.violations[0]! : { code: error.name, field: null };
    return reply
      .status(error.status ?? error.statusCode ?? 500)
      .send({ code, field, message: error.message });
  });
  app.post("/", route ?? describeBody);
  app.post("/refused", async (_request, reply) => reply.status(401).send({ code: "UNAUTHENTICATED" }));
  app.get("/alive", async () => "alive");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as net.AddressInfo;
  return { app, port, budget, close: () => app.close() };
}

async function describeBody(request: FastifyRequest): Promise<unknown> {
  const { fields, files } = await request.readMultipart();
  return { fields, files: files.map((file) => ({ ...file, bytes: file.bytes.toString("base64") })) };
}

export function requestHead(path: string, headers: Record<string, string | number>): string {
  const all = { Host: "127.0.0.1", "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers };
  return `POST ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Mostly untyped, because each test knows its response. */
  body: Record<string, unknown> & { files: { bytes: string; [key: string]: unknown }[] };
}

/** Sends through a raw socket and reads one response; the test controls the connection. */
export class RawClient {
  readonly socket: net.Socket;
  #text = "";
  /** The peer has closed its half cleanly. */
  ended = false;
  reset = false;

  constructor(port: number) {
    this.socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    this.socket.on("data", (chunk) => (this.#text += chunk.toString("latin1")));
    this.socket.on("end", () => (this.ended = true));
    this.socket.on("error", () => (this.reset = true));
  }

  send(...pieces: (string | Buffer)[]): this {
    for (const piece of pieces) this.socket.write(piece);
    return this;
  }

  post(body: Buffer, path = "/"): this {
    return this.send(requestHead(path, { "Content-Length": body.length }), body);
  }

  async answer(withinMs = 8_000): Promise<Answer> {
    await until(() => this.#parse() !== undefined, withinMs);
    const { answer, rest } = this.#parse()!;
    this.#text = rest;
    return answer;
  }

  destroy(): void {
    this.socket.destroy();
  }

  #parse(): { answer: Answer; rest: string } | undefined {
    const end = this.#text.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const [statusLine, ...lines] = this.#text.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => line.toLowerCase().split(": ", 2) as [string, string]),
    );
    const length = Number(headers["content-length"]);
    const rest = this.#text.slice(end + 4);
    if (rest.length < length) return undefined;
    const body = Buffer.from(rest.slice(0, length), "latin1").toString();
    const answer = {
      status: Number(statusLine!.split(" ")[1]),
      headers,
      body: JSON.parse(body) as Answer["body"],
    };
    return { answer, rest: rest.slice(length) };
  }
}

/** Ends the server and the connections after each test, and expects that no body bytes remain in memory. */
export function provideServer() {
  let server: TestServer;
  const clients: RawClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await server.close();
    expect(server.budget.inFlight).toBe(0);
  });
  return {
    start: async (settings?: Settings) => (server = await startServer(settings)),
    connect: () => {
      const client = new RawClient(server.port);
      clients.push(client);
      return client;
    },
  };
}

export async function post(port: number, body: Buffer, path = "/"): Promise<Answer> {
  const client = new RawClient(port).post(body, path);
  try {
    return await client.answer();
  } finally {
    client.destroy();
  }
}

export async function isAlive(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/alive`, { headers: { connection: "close" } });
  return (await response.text()) === "alive";
}

/** Polls until the condition holds; fails after `withinMs`. */
export async function until(condition: () => boolean, withinMs = 4_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${String(condition)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

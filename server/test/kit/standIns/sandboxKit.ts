/**
 * Test kit for the payment sandbox: a listening sandbox, the real `razorpay` package connected to it, and a webhook
 * receiver.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "@jest/globals";
import Fastify, { type FastifyInstance } from "fastify";
import Razorpay from "razorpay";
import { razorpaySandbox } from "../../../sandbox/razorpaySandbox";

export const key = { key_id: "rzp_test_sandbox", key_secret: "key-secret" };
export const webhookSecret = "webhook-secret";
export const anOrder = { amount: 149_900, currency: "INR", receipt: "VP-1", notes: { visaRequestId: "r-1" } };

export interface Sandbox {
  app: FastifyInstance;
  origin: string;
  razorpay: Razorpay;
}

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  raw: string;
  event: string;
  payload: Record<string, { entity: Record<string, unknown> }>;
}

/** The SDK's axios instance, the only way to change its base URL and to send a header. */
interface Api {
  rq: {
    defaults: { baseURL: string };
    post(url: string, body: object, config: object): Promise<{ data: Record<string, unknown> }>;
  };
}

/** The folder, webhook receiver and servers of one test; `close` removes all of them. */
export class Bench {
  readonly #folder: string;
  readonly #receiver: Server;
  readonly webhooks: ReceivedWebhook[] = [];
  /** The statuses of the receiver's next responses; later responses have 200. */
  answers: number[] = [];
  readonly stateFile: string;
  readonly #apps: FastifyInstance[] = [];

  private constructor(folder: string, receiver: Server) {
    this.#folder = folder;
    this.#receiver = receiver;
    this.stateFile = join(folder, "data", "razorpay.jsonl");
  }

  static async open(): Promise<Bench> {
    const receiver = createServer((request, response) => {
      void text(request).then((raw) => {
        const told = JSON.parse(raw) as Pick<ReceivedWebhook, "event" | "payload">;
        bench.webhooks.push({ headers: request.headers, raw, ...told });
        response.writeHead(bench.answers.shift() ?? 200).end();
      });
    });
    const bench = new Bench(await mkdtemp(join(tmpdir(), "sandbox-")), receiver);
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
    return bench;
  }

  /** Starts a sandbox, always on the same state file. With `hears: false`, the host app has no webhook URL. */
  async start({ hears = true, now }: { hears?: boolean; now?: () => Date } = {}): Promise<Sandbox> {
    const app = Fastify();
    this.#apps.push(app);
    // Sets headers, like helmet in the host app.
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("content-security-policy", "default-src 'self'").header("x-frame-options", "DENY");
    });
    const { port } = this.#receiver.address() as AddressInfo;
    await app.register(razorpaySandbox, {
      prefix: "/razorpay-sandbox",
      keyId: key.key_id,
      keySecret: key.key_secret,
      webhookSecret,
      stateFile: this.stateFile,
      webhookUrl: () => (hears ? `http://127.0.0.1:${port}/` : undefined),
      now,
    });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    return { app, origin, razorpay: connect(origin) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#apps.map((app) => app.close()));
    this.#receiver.closeAllConnections();
    await new Promise((done) => this.#receiver.close(done));
    await rm(this.#folder, { recursive: true });
  }
}

export function connect(origin: string, credentials = key): Razorpay {
  const razorpay = new Razorpay(credentials);
  getApi(razorpay).rq.defaults.baseURL = `${origin}/razorpay-sandbox`;
  return razorpay;
}

export async function pay(sandbox: Sandbox, orderId: string, outcome: string) {
  return post(sandbox, "/pay", { order_id: orderId, outcome });
}

/** Calls the sandbox without the API key, like the payer or the bank. */
export async function post({ origin }: Sandbox, path: string, body: object) {
  const response = await fetch(`${origin}/razorpay-sandbox${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Creates the order `anOrder` and pays it; resolves to the payment's id. */
export async function payNewOrder(sandbox: Sandbox, outcome: "success" | "authorized"): Promise<string> {
  const { id } = await sandbox.razorpay.orders.create(anOrder);
  return (await pay(sandbox, id, outcome)).body.razorpay_payment_id!;
}

/** Refunds with an idempotency key in a header, which the SDK's `refund` would drop. */
export async function refundOnce(sandbox: Sandbox, paymentId: string, body: object, idempotencyKey: string) {
  const config = { headers: { "X-Refund-Idempotency": idempotencyKey } };
  return (await getApi(sandbox.razorpay).rq.post(`/v1/payments/${paymentId}/refund`, body, config)).data;
}

/** Returns a matcher for the error that the SDK throws. */
export function refusal(statusCode: number, description: string, more: object = {}) {
  return {
    statusCode,
    error: expect.objectContaining({ code: "BAD_REQUEST_ERROR", description, metadata: {}, ...more }),
  };
}

export async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !condition();) {
    if (Date.now() > end) throw new Error("did not come true within 10 s");
    await new Promise((done) => setTimeout(done, 10));
  }
}

function getApi(razorpay: Razorpay): Api {
  return (razorpay as unknown as { api: Api }).api;
}

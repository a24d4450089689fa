import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { makeToken, RazorpayBooks } from "./razorpayBooks";
import type { Asked, Mishap } from "./razorpayShapes";

const html = "<html><body>The gateway is being repaired</body></html>";

/** Razorpay's orders and payments over HTTP in the test's own process; tests can make it fail. */
export class FakeRazorpay extends RazorpayBooks {
  readonly keyId = "rzp_live_fakeFakeFake01";
  readonly webhookSecret = "wEbHoOkSeCrEtThatNobodyMaySee";
  readonly previousWebhookSecret = "tHeOlDwEbHoOkSeCrEtOfLastYear";
  /** The received calls, such as `POST /v1/orders`, oldest first. */
  readonly calls: string[] = [];
  /** Delay in milliseconds before each call takes effect. */
  delayMs = 0;
  #mishaps: { at: string; mishap: Mishap }[] = [];
  readonly #server: Server;

  private constructor() {
    super();
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeRazorpay> {
    const fake = new FakeRazorpay();
    fake.#server.listen(0, "127.0.0.1");
    await once(fake.#server, "listening");
    return fake;
  }

  get settings(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      RAZORPAY_KEY_ID: this.keyId,
      RAZORPAY_KEY_SECRET: this.keySecret,
      RAZORPAY_WEBHOOK_SECRET: this.webhookSecret,
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: this.previousWebhookSecret,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    };
  }

  /** Sets one mishap for each of the next calls, whatever they are. */
  meet(...mishaps: Mishap[]): void {
    this.meetAt("", ...mishaps);
  }

  /**
   * Sets one mishap for each of the next calls with this prefix, such as `POST /v1/orders`. Other calls, e.g. of a
   * background job, do not use up mishaps.
   */
  meetAt(call: string, ...mishaps: Mishap[]): void {
    this.#mishaps = mishaps.map((mishap) => ({ at: call, mishap }));
  }

  /** Returns a webhook as Razorpay sends it, about the objects with these ids. */
  makeWebhook(
    event: string,
    about: { order?: string; payment?: string; refund?: string; dispute?: string },
    options: { secret?: string; more?: Record<string, unknown>; pad?: number } = {},
  ): { body: string; headers: Record<string, string> } {
    const { secret, more = {}, pad = 0 } = options;
    const payload = Object.fromEntries(
      Object.entries(about).map(([kind, id]) => [kind, { entity: { id, entity: kind, ...more } }]),
    );
    const contains = Object.keys(about);
    const created_at = Math.floor(Date.now() / 1000);
    const told = { entity: "event", event, contains, payload, created_at, pad: "é".repeat(pad / 2) };
    return this.signWebhook(JSON.stringify(told), secret);
  }

  signWebhook(body: string, secret = this.webhookSecret): { body: string; headers: Record<string, string> } {
    return {
      body,
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": createHmac("sha256", secret).update(body).digest("hex"),
        "x-razorpay-event-id": makeToken(),
      },
    };
  }

  countCalls(call: string): number {
    return this.calls.filter((one) => one === call).length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const call = `${request.method} ${request.url}`;
    this.calls.push(call);
    if (this.delayMs > 0) await pause(this.delayMs);
    const body = (text ? JSON.parse(text) : {}) as Asked;
    const met = this.#mishaps[0] && call.startsWith(this.#mishaps[0].at) ? this.#mishaps.shift() : undefined;
    switch (met?.mishap ?? "nothing") {
      case "nothing":
        break;
      case "silence":
        return;
      case "reset":
        return void response.destroy();
      case "reset after doing it":
        this.answer(request, body);
        return void response.destroy();
      case "HTML 500":
        return sendPage(response, 500);
      case "HTML 404":
        return sendPage(response, 404);
      case "HTML 403":
        return sendPage(response, 403);
      case "HTML 200":
        return sendPage(response, 200);
      case "unrelated JSON":
        return send(response, 200, { status: "ok" });
      case "429":
        return send(response, 429, refuse("Request failed. Please try after sometime."));
      case "401":
        return send(response, 401, refuse("Authentication failed"));
      case "400 after doing it":
        this.answer(request, body);
        return send(response, 400, refuse("Something in the request is not right"));
      case "400":
        return send(response, 400, refuse("Something in the request is not right"));
    }
    const key = Buffer.from(`${this.keyId}:${this.keySecret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${key}`)
      return send(response, 401, refuse("Authentication failed"));
    const entity = this.answer(request, body);
    if (entity) send(response, 200, entity);
    else send(response, 400, refuse("The id provided does not exist"));
  }
}

/** Sends a page of another server, such as a proxy. */
function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/html" }).end(html);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function refuse(description: string) {
  return { error: { code: "BAD_REQUEST_ERROR", description, metadata: {} } };
}

import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "./callApi";

/** What a call can meet. */
export type Mishap =
  | "nothing"
  | "silence"
  | "reset"
  | "reset after doing it"
  | "HTML 500"
  | "HTML 200"
  | "JSON of somebody else's"
  | "429"
  | "401"
  | "400";

const html = "<html><body>The gateway is being repaired</body></html>";

/** Razorpay's orders and payments over HTTP in the test's own process, which can be told to go wrong. */
export class FakeRazorpay {
  readonly keyId = "rzp_live_fakeFakeFake01";
  readonly keySecret = "kEySeCrEtThatNobodyMaySee";
  readonly webhookSecret = "wEbHoOkSeCrEtThatNobodyMaySee";
  readonly orders = new Map<string, Json>();
  readonly payments = new Map<string, Json>();
  /** `POST /v1/orders` and so on, oldest first. */
  readonly calls: string[] = [];
  #mishaps: Mishap[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeRazorpay> {
    const fake = new FakeRazorpay();
    fake.#server.listen(0, "127.0.0.1");
    await once(fake.#server, "listening");
    return fake;
  }

  /** For `TestServer.start`. */
  get settings(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      RAZORPAY_KEY_ID: this.keyId,
      RAZORPAY_KEY_SECRET: this.keySecret,
      RAZORPAY_WEBHOOK_SECRET: this.webhookSecret,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    };
  }

  /** What the next calls meet, one each. */
  meet(...mishaps: Mishap[]): void {
    this.#mishaps = mishaps;
  }

  /** What the checkout hands to the page; `changes` are put over the captured payment that the API knows. */
  pay(orderId: string, changes: Record<string, unknown> = {}): Json {
    const { amount, currency } = this.orders.get(orderId);
    const id = `pay_${makeToken()}`;
    this.payments.set(id, {
      id,
      entity: "payment",
      order_id: orderId,
      amount,
      currency,
      status: "captured",
      ...changes,
    });
    const hmac = createHmac("sha256", this.keySecret).update(`${orderId}|${id}`);
    return { razorpay_order_id: orderId, razorpay_payment_id: id, razorpay_signature: hmac.digest("hex") };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    this.calls.push(`${request.method} ${request.url}`);
    const body: Json = text ? JSON.parse(text) : {};
    switch (this.#mishaps.shift() ?? "nothing") {
      case "nothing":
        break;
      case "silence":
        return;
      case "reset":
        return void response.destroy();
      case "reset after doing it":
        this.#do(request, body);
        return void response.destroy();
      case "HTML 500":
        return void response.writeHead(500, { "content-type": "text/html" }).end(html);
      case "HTML 200":
        return void response.writeHead(200, { "content-type": "text/html" }).end(html);
      case "JSON of somebody else's":
        return send(response, 200, { status: "ok" });
      case "429":
        return send(response, 429, refuse("Request failed. Please try after sometime."));
      case "401":
        return send(response, 401, refuse("Authentication failed"));
      case "400":
        return send(response, 400, refuse("Something in the request is not right"));
    }
    const key = Buffer.from(`${this.keyId}:${this.keySecret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${key}`)
      return send(response, 401, refuse("Authentication failed"));
    const entity = this.#do(request, body);
    if (entity) send(response, 200, entity);
    else send(response, 400, refuse("The id provided does not exist"));
  }

  #do({ method, url = "" }: IncomingMessage, body: Json): Json {
    const [, kind, id = "", action] = /^\/v1\/(orders|payments)(?:\/(\w+))?(?:\/(\w+))?$/.exec(url) ?? [];
    if (method === "POST" && kind === "orders") {
      const order = { ...body, id: `order_${makeToken()}`, entity: "order", status: "created" };
      this.orders.set(order.id, order);
      return order;
    }
    const payment = kind === "payments" ? this.payments.get(id) : undefined;
    if (payment && method === "POST" && action === "capture") payment.status = "captured";
    return payment;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function refuse(description: string) {
  return { error: { code: "BAD_REQUEST_ERROR", description, metadata: {} } };
}

function makeToken(): string {
  return randomBytes(7).toString("hex");
}

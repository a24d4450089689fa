import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CheckoutProof } from "../personas/traveller";
import type {
  Asked,
  GatewayDispute,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  Mishap,
} from "./razorpayShapes";

const html = "<html><body>The gateway is being repaired</body></html>";

/** Razorpay's orders and payments over HTTP in the test's own process, which can be told to go wrong. */
export class FakeRazorpay {
  readonly keyId = "rzp_live_fakeFakeFake01";
  readonly keySecret = "kEySeCrEtThatNobodyMaySee";
  readonly webhookSecret = "wEbHoOkSeCrEtThatNobodyMaySee";
  readonly previousWebhookSecret = "tHeOlDwEbHoOkSeCrEtOfLastYear";
  readonly orders = new Map<string, GatewayOrder>();
  readonly payments = new Map<string, GatewayPayment>();
  readonly refunds = new Map<string, GatewayRefund>();
  readonly disputes = new Map<string, GatewayDispute>();
  /** The status that a new refund has. */
  refundStatus: "processed" | "pending" | "failed" = "processed";
  /** The idempotency keys that refunds were asked for with, oldest first; "" for none. */
  readonly refundKeys: string[] = [];
  readonly #refundsByKey = new Map<string, GatewayRefund>();
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
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: this.previousWebhookSecret,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    };
  }

  /** What the next calls meet, one each. */
  meet(...mishaps: Mishap[]): void {
    this.#mishaps = mishaps;
  }

  /** An order as if we had asked for it; its id. */
  openOrder(amount: number, receipt: string): string {
    const id = `order_${makeToken()}`;
    const order: GatewayOrder = {
      id,
      entity: "order",
      amount,
      currency: "INR",
      receipt,
      notes: {},
      status: "created",
    };
    this.orders.set(id, order);
    return id;
  }

  /** What the checkout hands to the page; `changes` are put over the captured payment that the API knows. */
  pay(orderId: string, changes: Partial<GatewayPayment> = {}): CheckoutProof {
    const { amount, currency } = this.orders.get(orderId)!;
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

  /** Money that somebody returns at the gateway's own desk. */
  refundAtDesk(paymentId: string, amount: number, status: string = "processed"): GatewayRefund {
    const refund = this.#refund(this.payments.get(paymentId)!, { amount, receipt: "" }, "", status);
    if (!refund) throw new Error("The gateway would not return that");
    return refund;
  }

  /** The payer disputes a payment at their bank. */
  dispute(paymentId: string, amount: number): GatewayDispute {
    const dispute: GatewayDispute = {
      id: `disp_${makeToken()}`,
      entity: "dispute",
      payment_id: paymentId,
      amount,
      amount_deducted: 0,
      status: "open",
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  /** A webhook as Razorpay sends it; the ids are those of what happened. */
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

  /** Any body, signed. */
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

  /** How often that was called. */
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
    this.calls.push(`${request.method} ${request.url}`);
    const body = (text ? JSON.parse(text) : {}) as Asked;
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
      case "400 after doing it":
        this.#do(request, body);
        return send(response, 400, refuse("Something in the request is not right"));
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

  #do({ method, url = "", headers }: IncomingMessage, body: Asked): object | undefined {
    const { pathname, searchParams } = new URL(url, "http://gateway");
    const [, kind, id = "", action] =
      /^\/v1\/(orders|payments|refunds|disputes)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    const [count, skip] = [Number(searchParams.get("count")), Number(searchParams.get("skip"))];
    const listed = (items: Iterable<object>) => collect([...items].reverse().slice(skip, skip + count));
    if (kind === "disputes") return id ? this.disputes.get(id) : listed(this.disputes.values());
    if (kind === "refunds") return id ? this.refunds.get(id) : listed(this.refunds.values());
    if (kind === "orders") {
      if (method === "POST") {
        const id = `order_${makeToken()}`;
        const order: GatewayOrder = { ...body, id, entity: "order", status: "created" };
        this.orders.set(order.id, order);
        return order;
      }
      if (!id)
        return collect(
          [...this.orders.values()]
            .filter(({ receipt }) => receipt === searchParams.get("receipt"))
            .reverse(),
        );
      if (!this.orders.has(id)) return undefined;
      if (action === "payments")
        return collect([...this.payments.values()].filter(({ order_id }) => order_id === id));
      return this.orders.get(id);
    }
    const payment = kind === "payments" ? this.payments.get(id) : undefined;
    if (payment && method === "POST" && action === "capture") payment.status = "captured";
    if (payment && method === "POST" && action === "refund")
      return this.#refund(payment, body, String(headers["x-refund-idempotency"] ?? ""));
    if (payment && action === "refunds")
      return listed([...this.refunds.values()].filter(({ payment_id }) => payment_id === id));
    return payment;
  }

  /**
   * The same key gives the same refund; without one, each call returns money. The payment stays captured until all of
   * it is back, and no more than that is given.
   */
  #refund(
    payment: GatewayPayment,
    { amount, receipt }: Pick<Asked, "amount" | "receipt">,
    key: string,
    status: string = this.refundStatus,
  ): GatewayRefund | undefined {
    this.refundKeys.push(key);
    const known = this.#refundsByKey.get(key);
    if (known) return known.amount === amount && known.payment_id === payment.id ? known : undefined;
    const refunded = (payment.amount_refunded ?? 0) + amount;
    if (payment.status !== "captured" || refunded > payment.amount) return undefined;
    const refund: GatewayRefund = {
      id: `rfnd_${makeToken()}`,
      entity: "refund",
      payment_id: payment.id,
      amount,
      receipt: receipt || null,
      status,
      created_at: Math.floor(Date.now() / 1000),
    };
    if (status !== "failed") {
      const isFull = refunded === payment.amount;
      payment.amount_refunded = refunded;
      payment.refund_status = isFull ? "full" : "partial";
      if (isFull) payment.status = "refunded";
    }
    if (key) this.#refundsByKey.set(key, refund);
    this.refunds.set(refund.id, refund);
    return refund;
  }
}

function collect(items: object[]): object {
  return { entity: "collection", count: items.length, items };
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

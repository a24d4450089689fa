import { createHmac, timingSafeEqual } from "node:crypto";
import Razorpay from "razorpay";
import { GatewayUnavailable, type GatewayOrder, type GatewayPayment, type PaymentGateway } from "../../ports";

const timeoutMs = 10_000;

/** What the package throws for an answer of the API; a network failure surfaces as something else (facts.md). */
interface ApiError {
  statusCode: number;
  error?: { code?: string; description?: string };
}

/** The little of the package's HTTP client that its types do not tell. */
interface RequestDefaults {
  api: { rq: { defaults: { baseURL: string; timeout: number } } };
}

/** Razorpay, or whatever speaks its protocol at `apiUrl`, through Razorpay's own package. */
export class RazorpayGateway implements PaymentGateway {
  readonly keyId: string;
  readonly #keySecret: string;
  readonly #api: Razorpay;

  /** `apiUrl` is the origin without `/v1`, as the setting is. */
  constructor({ keyId, keySecret, apiUrl }: { keyId: string; keySecret: string; apiUrl: string }) {
    this.keyId = keyId;
    this.#keySecret = keySecret;
    this.#api = new Razorpay({ key_id: keyId, key_secret: keySecret });
    // The constructor fixes the address and sets no time limit; this is the only way to either.
    const { defaults } = (this.#api as unknown as RequestDefaults).api.rq;
    defaults.baseURL = apiUrl;
    defaults.timeout = timeoutMs;
  }

  async createOrder(order: {
    amount: number;
    receipt: string;
    notes: Record<string, string>;
  }): Promise<GatewayOrder> {
    const made = await knowing(this.#api.orders.create({ ...order, currency: "INR" }));
    const { id, amount, currency, status, receipt } = made;
    return { id, amount: Number(amount), currency, status, receipt: receipt ?? null };
  }

  async findPayment(paymentId: string): Promise<GatewayPayment | undefined> {
    try {
      return toPayment(await knowing(this.#api.payments.fetch(paymentId)));
    } catch (error) {
      // Razorpay says 400 for an id that it does not know; 401 and the like tell nothing about the payment.
      if (isApiError(error) && (error.statusCode === 400 || error.statusCode === 404)) return undefined;
      throw error;
    }
  }

  async capture(paymentId: string, amount: number): Promise<GatewayPayment> {
    try {
      return toPayment(await knowing(this.#api.payments.capture(paymentId, amount, "INR")));
    } catch (error) {
      // Refused, because it was captured meanwhile or cannot be: the payment tells.
      const now = isApiError(error) ? await this.findPayment(paymentId) : undefined;
      if (now) return now;
      throw error;
    }
  }

  verifiesCheckout({
    orderId,
    paymentId,
    signature,
  }: {
    orderId: string;
    paymentId: string;
    signature: string;
  }): boolean {
    const expected = createHmac("sha256", this.#keySecret).update(`${orderId}|${paymentId}`).digest();
    const given = Buffer.from(signature, "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** Tells "refused" from "outcome unknown": no answer, a time-out, 429 and 5xx are `GatewayUnavailable`. */
async function knowing<T extends object>(call: Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await call;
  } catch (error) {
    if (isApiError(error) && error.statusCode < 500 && error.statusCode !== 429) throw error;
    throw new GatewayUnavailable("The payment gateway gave no answer that counts", { cause: error });
  }
  // All that Razorpay answers with names its `entity`; a page that a proxy puts in its place does not.
  if (typeof answer !== "object" || answer === null || !("entity" in answer))
    throw new GatewayUnavailable("The payment gateway answered with something else");
  return answer;
}

function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && typeof (error as ApiError).statusCode === "number";
}

function toPayment(payment: {
  id: string;
  order_id: string | null;
  amount: number | string;
  currency: string;
  status: GatewayPayment["status"];
}): GatewayPayment {
  const { id, order_id: orderId, amount, currency, status } = payment;
  return { id, orderId, amount: Number(amount), currency, status };
}

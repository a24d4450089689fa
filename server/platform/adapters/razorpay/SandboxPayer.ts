/** Pays in the payment sandbox without a browser, and makes the sandbox simulate outages. For the test world. */
import { DomainError } from "../../../core/errors";
import { GatewayUnavailable, type CheckoutProof } from "../../../core/gatewayPort";

interface SandboxSettings {
  keyId: string;
  keySecret: string;
  apiUrl: string;
}

/** Each call throws `GatewayUnavailable` if the sandbox does not respond, or during a simulated outage. */
export class SandboxPayer {
  constructor(
    private readonly settings: SandboxSettings,
    private readonly timeoutMs: number,
  ) {}

  /** Makes one payment attempt. The result has a payment id and a signature only if the outcome is `success`. */
  pay(orderId: string, outcome: "success" | "webhook_only" | "failure"): Promise<CheckoutProof> {
    return this.#post("/pay", { order_id: orderId, outcome });
  }

  /** Captures this amount in paise for an order, whatever the order's amount and state. */
  payAmount(orderId: string, amount: number): Promise<CheckoutProof> {
    return this.#post("/v1/test/payments", { order_id: orderId, amount });
  }

  /** Makes the sandbox respond with 503 to payments and API calls for `seconds`. */
  async breakFor(seconds: number): Promise<void> {
    await this.#post("/v1/test/outage", { seconds });
  }

  async #post(path: string, body: object): Promise<CheckoutProof> {
    const { apiUrl, keyId, keySecret } = this.settings;
    const basic = Buffer.from(`${keyId}:${keySecret}`).toString("base64");
    const call = async () => {
      const response = await fetch(apiUrl + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Basic ${basic}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      return { response, text: await response.text() };
    };
    const { response, text } = await call().catch((cause: Error) => {
      throw new GatewayUnavailable(cause.name === "TimeoutError" ? "TIMEOUT" : "NO_CONNECTION", { cause });
    });
    if (response.status === 503) throw new GatewayUnavailable("SERVER_ERROR");
    // The sandbox responds with 400 only if the order is already paid, perhaps by a concurrent call.
    if (response.status === 400) throw new DomainError("INVALID_STATE", "This payment has already been made");
    if (!response.ok) throw new Error(`The payment sandbox responded with ${response.status}: ${text}`);
    const {
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signature,
    } = JSON.parse(text) as Record<string, string>;
    return { orderId: orderId!, paymentId: paymentId!, signature: signature! };
  }
}

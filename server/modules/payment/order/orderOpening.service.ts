/**
 * From an order that we intend to one that the gateway has. Guards: one order at the gateway for one of ours, also
 * where its response was lost. Calls: the payment gateway, never inside a transaction.
 */
import type { Database } from "../../../db/database";
import type { PaymentGateway } from "../../../ports";
import { callGateway } from "../gateway.service";
import type { PaymentOrderEntity } from "../payment.entity";
import * as payments from "../payment.repository";

interface Deps {
  db: Database;
  gateway: PaymentGateway;
}

export class OrderOpeningService {
  readonly #deps: Deps;
  /** Calls to the gateway under way, by our order id: two callers at once share one. */
  readonly #opening = new Map<string, Promise<PaymentOrderEntity>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The order with the gateway's id. `mayExist` where somebody may have called the gateway for it before: then it is
   * looked for first. Errors: PROVIDER_UNAVAILABLE.
   */
  async open(order: PaymentOrderEntity, { mayExist }: { mayExist: boolean }): Promise<PaymentOrderEntity> {
    if (order.razorpayOrderId) return order;
    const inFlight = this.#opening.get(order.paymentOrderId);
    if (inFlight) return inFlight;
    const opening = this.#open(order, mayExist).finally(() => this.#opening.delete(order.paymentOrderId));
    this.#opening.set(order.paymentOrderId, opening);
    return opening;
  }

  /**
   * The order with the gateway's id, where the gateway made it and the response was lost. Errors:
   * PROVIDER_UNAVAILABLE.
   */
  async findLost(intent: PaymentOrderEntity): Promise<PaymentOrderEntity | undefined> {
    const found = await callGateway(() => this.#deps.gateway.findOrderByReceipt(intent.receipt));
    if (!found || found.amount !== intent.amount || found.currency !== "INR") return undefined;
    return this.#save(intent, found.id);
  }

  async #open(intent: PaymentOrderEntity, mayExist: boolean): Promise<PaymentOrderEntity> {
    const lost = mayExist ? await this.findLost(intent) : undefined;
    if (lost) return lost;
    const { amount, receipt, visaRequestId } = intent;
    const made = await callGateway(() =>
      this.#deps.gateway.createOrder({ amount, receipt, notes: { visaRequestId } }),
    );
    return this.#save(intent, made.id);
  }

  async #save(intent: PaymentOrderEntity, razorpayOrderId: string): Promise<PaymentOrderEntity> {
    const { db } = this.#deps;
    await db.write((transaction) => payments.openOrder(transaction, intent.paymentOrderId, razorpayOrderId));
    const order = await payments.findOrderForPrice(db.read, intent);
    if (!order?.razorpayOrderId) throw new Error(`The order ${intent.paymentOrderId} did not open`);
    return order;
  }
}

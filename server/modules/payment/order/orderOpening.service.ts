/**
 * Opens an order at the gateway. Guards: at most one gateway order for each of our orders, even if a response is lost
 * or processes open it concurrently. Calls: the payment gateway, never inside a transaction.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { SingleFlight } from "../../../core/SingleFlight";
import { callGateway } from "../gatewayCall.logic";
import type { PaymentOrderEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import type { OrderLeaseService } from "./orderLease.service";

interface Deps extends Pick<Platform, "db" | "gateway"> {
  orderLeases: OrderLeaseService;
}

export class OrderOpeningService {
  /** Calls in flight, by our order id. */
  readonly #calls = new SingleFlight<PaymentOrderEntity>();

  constructor(private readonly deps: Deps) {}

  /**
   * Returns the order with the gateway's id. `mayExist` is true if an earlier call may have reached the gateway; then
   * the order is looked up first. Errors: PROVIDER_UNAVAILABLE.
   */
  async open(order: PaymentOrderEntity, { mayExist }: { mayExist: boolean }): Promise<PaymentOrderEntity> {
    if (order.razorpayOrderId) return order;
    const { db, orderLeases } = this.deps;
    const { paymentOrderId } = order;
    const findOpened = async () => {
      const found = await payments.findOrderForPrice(db.read, order);
      return found?.razorpayOrderId ? found : undefined;
    };
    return this.#calls.run(paymentOrderId, () =>
      orderLeases.run(paymentOrderId, findOpened, (wasLeased) => this.#open(order, mayExist || wasLeased)),
    );
  }

  /** Returns the order if the gateway created it but the response was lost. Errors: PROVIDER_UNAVAILABLE. */
  async findLost(intent: PaymentOrderEntity): Promise<PaymentOrderEntity | undefined> {
    const found = await callGateway(() => this.deps.gateway.findOrderByReceipt(intent.receipt));
    if (!found || found.amount !== intent.amount || found.currency !== "INR") return undefined;
    return this.#save(intent, found.id);
  }

  async #open(intent: PaymentOrderEntity, mayExist: boolean): Promise<PaymentOrderEntity> {
    const lost = mayExist ? await this.findLost(intent) : undefined;
    if (lost) return lost;
    const { amount, receipt, visaRequestId } = intent;
    const made = await callGateway(() =>
      this.deps.gateway.createOrder({ amount, receipt, notes: { visaRequestId } }),
    );
    return this.#save(intent, made.id);
  }

  async #save(intent: PaymentOrderEntity, razorpayOrderId: string): Promise<PaymentOrderEntity> {
    const { db } = this.deps;
    const unopened = { paymentOrderId: intent.paymentOrderId, state: "INTENT" as const };
    await db.write((transaction) =>
      payments.changeOrder(transaction, unopened, { razorpayOrderId, state: "OPEN" }),
    );
    const order = await payments.findOrderForPrice(db.read, intent);
    if (!order?.razorpayOrderId) throw new Error(`The order ${intent.paymentOrderId} could not be opened`);
    return order;
  }
}

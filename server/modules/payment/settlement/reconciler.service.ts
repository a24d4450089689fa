/**
 * Asks the gateway about orders without a reported outcome: the browser was closed, a webhook did not arrive, or the
 * response to a new order was lost. Guards: a bounded number of concurrent calls, one run at a time, growing
 * intervals. Calls: the payment gateway, and the settlement service.
 */
import pLimit from "p-limit";
import type { Platform } from "../../../platform/adapters/Platform";
import { SingleFlight } from "../../../core/SingleFlight";
import { callGateway, isOutage } from "../gatewayCall.logic";
import type { OrderOpeningService } from "../order/orderOpening.service";
import type { PaymentOrderEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { checkAfterMs, checkUntilMs, nextCheckAt } from "../payment.rules";
import type { SettlementService } from "./settlement.service";

const batchSize = 100;
const concurrency = 4;
/** Delay before an order whose check failed is checked again, so that the next run starts with other orders. */
const pauseAfterFailureMs = 60_000;

interface Deps extends Pick<Platform, "db" | "clock" | "gateway" | "log"> {
  orderOpening: OrderOpeningService;
  settlement: SettlementService;
}

export class ReconcilerService {
  readonly #runs = new SingleFlight();

  constructor(private readonly deps: Deps) {}

  /**
   * Checks up to `batchSize` due orders; a call during a run waits for that run. Orders that an outage leaves unchecked
   * are checked in the next run.
   */
  run(signal: AbortSignal): Promise<void> {
    return this.#runs.run("all", () => this.#run(signal));
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { db, clock, log } = this.deps;
    const now = clock.now();
    const createdBefore = new Date(now.getTime() - checkAfterMs);
    const handedOutSince = new Date(now.getTime() - checkUntilMs);
    const moments = { createdBefore, handedOutSince, now };
    const due = await payments.findOrdersToCheck(db.rows, moments, batchSize);
    if (due.length === 0) return;
    const limit = pLimit(concurrency);
    let failure: { cause: unknown } | undefined;
    let asked = 0;
    const checks = due.map((order) =>
      limit(async () => {
        if (failure || signal.aborted) return;
        asked++;
        try {
          await this.#checkOrder(order);
        } catch (cause) {
          failure ??= { cause };
          await this.#postpone(order, new Date(clock.now().getTime() + pauseAfterFailureMs));
        }
      }),
    );
    await Promise.all(checks);
    log.info({ orders: due.length, asked, stopped: failure !== undefined }, "checked unpaid orders");
    // Outages are not rethrown, because they are already logged.
    if (failure && !isOutage(failure.cause)) throw failure.cause;
  }

  async #checkOrder(order: PaymentOrderEntity): Promise<void> {
    const { clock, gateway, orderOpening, settlement } = this.deps;
    const open = order.razorpayOrderId ? order : await orderOpening.findLost(order);
    const orderId = open?.razorpayOrderId;
    if (orderId)
      await settlement.ingestAll(open, (await callGateway(() => gateway.findOrderPayments(orderId))) ?? []);
    const handedOutAt = new Date(order.handedOutAt || order.createdAt);
    await this.#postpone(order, nextCheckAt({ handedOutAt, now: clock.now() }));
  }

  async #postpone({ paymentOrderId }: PaymentOrderEntity, until: Date): Promise<void> {
    const nextAskAt = until.toISOString();
    await this.deps.db.write((transaction) =>
      payments.changeOrder(transaction, { paymentOrderId }, { nextAskAt }),
    );
  }
}

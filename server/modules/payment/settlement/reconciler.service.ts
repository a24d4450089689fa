/**
 * Asks the gateway about orders that nobody told us the end of: the browser was closed, the webhook did not arrive,
 * the answer to a new order was lost. Guards: a bounded number at a time, never two runs at once, growing pauses.
 * Calls: the payment gateway, and the settlement.
 */
import pLimit from "p-limit";
import type { Database } from "../../../db/database";
import type { Clock, Log, PaymentGateway } from "../../../ports";
import { askGateway, isOutage } from "../gateway.service";
import type { OrderOpeningService } from "../order/orderOpening.service";
import type { PaymentOrderEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { askAfterMs, askUntilMs, nextAskAt } from "../payment.rules";
import type { SettlementService } from "./settlement.service";

const ordersARun = 100;
const atATime = 4;
/** An order at which the gateway failed waits this long, so that the next run begins with others. */
const pauseAfterFailureMs = 60_000;

interface Needs {
  db: Database;
  clock: Clock;
  gateway: PaymentGateway;
  log: Log;
  orderOpening: OrderOpeningService;
  settlement: SettlementService;
}

export class ReconcilerService {
  readonly #needs: Needs;
  #running: Promise<void> | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * One run over all orders that are due. A second call while one runs waits for that one. Where the gateway fails, or
   * `signal` says to stop, what is left waits for the next run.
   */
  run(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#run(signal).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { db, clock, log } = this.#needs;
    const now = clock.now();
    const from = new Date(now.getTime() - askUntilMs);
    const to = new Date(now.getTime() - askAfterMs);
    const due = await payments.findOrdersToAsk(db.read, { from, to, now, limit: ordersARun });
    if (due.length === 0) return;
    const limit = pLimit(atATime);
    let failure: { cause: unknown } | undefined;
    let asked = 0;
    const questions = due.map((order) =>
      limit(async () => {
        if (failure || signal.aborted) return;
        asked++;
        try {
          await this.#askAbout(order);
        } catch (cause) {
          failure ??= { cause };
          await this.#postpone(order, new Date(clock.now().getTime() + pauseAfterFailureMs));
        }
      }),
    );
    await Promise.all(questions);
    log.info({ orders: due.length, asked, stopped: failure !== undefined }, "asked about unpaid orders");
    // An outage is in the log already.
    if (failure && !isOutage(failure.cause)) throw failure.cause;
  }

  async #askAbout(order: PaymentOrderEntity): Promise<void> {
    const { clock, gateway, orderOpening, settlement } = this.#needs;
    const open = order.razorpayOrderId ? order : await orderOpening.findLost(order);
    const orderId = open?.razorpayOrderId;
    if (orderId)
      await settlement.takeInAll(open, (await askGateway(() => gateway.findOrderPayments(orderId))) ?? []);
    const createdAt = new Date(order.createdAt);
    await this.#postpone(order, nextAskAt({ createdAt, now: clock.now() }));
  }

  async #postpone({ paymentOrderId }: PaymentOrderEntity, until: Date): Promise<void> {
    await this.#needs.db.write((transaction) => payments.askOrderAgainAt(transaction, paymentOrderId, until));
  }
}

/**
 * Requests refunds at the gateway. Guards: a decided refund is made once and never exceeds the payment, even if a
 * response is lost. Refunds that need no decision start automatically. refundDecision.service.ts checks permissions.
 * Calls: the payment gateway, never inside a transaction.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { processDueRows } from "../../../platform/db/processDueRows";
import { DomainError, notFound } from "../../../core/errors";
import { RefundRejected } from "../../../core/gatewayPort";
import { SingleFlight } from "../../../core/SingleFlight";
import { callGateway, findErrorCode, isOutage } from "../gatewayCall.logic";
import type { PaymentEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { nextTryAt } from "../payment.rules";
import type { RefundEntity } from "./refund.entity";
import { countRefundsToRequest } from "./refund.reads";
import * as refunds from "./refund.repository";
import { amountLeft } from "./refundOffers.rules";
import { alreadyReturned, inDispute, smallestRefund } from "./returnedMoney.rules";
import type { RefundReportService } from "./refundReport.service";
import type { RefundSyncService } from "./refundSync.service";

/** Automatic refunds to begin per run. */
const dueWithoutRefund = { atLeast: smallestRefund, limit: 50 };
/**
 * How long the worker leaves a new refund's first attempt to the caller; longer than the gateway may take to respond.
 */
const callersTimeMs = 15_000;
/**
 * How long a process's lease on a refund lasts. If a call takes longer, it is repeated with the same idempotency key.
 */
const leaseMs = 30_000;
/** The pause between attempts while a dispute is undecided; the bank's decision ends it early. */
const disputePauseMs = 60 * 60_000;

interface Deps extends Pick<Platform, "db" | "clock" | "gateway" | "log"> {
  refundReports: Pick<RefundReportService, "reportFailed">;
  refundSync: RefundSyncService;
}

export class RefundService {
  readonly dueRows = refunds.dueRefunds;
  /** Due refunds that we have to request; excludes those that wait for a bank. */
  readonly rowsToRequest = refunds.refundsToRequest;
  /** Calls in flight, by refund. */
  readonly #calls = new SingleFlight<boolean>();

  constructor(private readonly deps: Deps) {}

  /**
   * Refunds the rest of a REFUND_DUE payment and returns the refund. A repeated call returns the same refund. A failed
   * refund is started again, unless the gateway has made it after all. If the gateway does not respond, the refund
   * stays DUE and is retried. `reason` must not contain personal data. Errors: NOT_FOUND, INVALID_STATE,
   * PROVIDER_UNAVAILABLE.
   */
  async refund(razorpayPaymentId: string, reason: string): Promise<RefundEntity> {
    const { db, refundSync } = this.deps;
    const before = await refunds.findRefundsByPayment(db.read, [razorpayPaymentId]);
    if (before.some(({ state }) => state === "FAILED")) await refundSync.sync(razorpayPaymentId);
    const refundId = await db.write(async (transaction) => {
      const payment = await payments.findPayment(transaction, razorpayPaymentId);
      if (!payment) throw notFound();
      const known = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
      const amount = amountLeft(payment, known);
      const last = known.findLast(
        ({ state, lastError }) => state !== "FAILED" || lastError === alreadyReturned,
      );
      if (last && (amount === 0 || payment.outcome !== "REFUND_DUE")) return last.refundId;
      if (payment.outcome !== "REFUND_DUE")
        throw new DomainError("INVALID_STATE", "Only a payment that is due for a refund can be refunded");
      if (amount < smallestRefund)
        throw new DomainError("INVALID_STATE", "Less than one rupee is left, which Razorpay does not return");
      return this.begin(transaction, payment, { amount, reason, reasonCode: null });
    });
    const sent = await this.send(refundId);
    if (sent.lastError !== alreadyReturned) return sent;
    const instead = await refunds.findRefundsByPayment(db.read, [razorpayPaymentId]);
    return instead.findLast(({ state }) => state !== "FAILED") ?? sent;
  }

  /** Stores a refund in the transaction that decides on it. With `isAutomatic`, the worker makes the first attempt. */
  async begin(
    transaction: EntityManager,
    { razorpayPaymentId }: PaymentEntity,
    { amount, reason, reasonCode }: Pick<RefundEntity, "amount" | "reason" | "reasonCode">,
    isAutomatic = false,
  ): Promise<string> {
    const now = this.deps.clock.now();
    // The caller makes the first attempt; the worker takes over if the caller was interrupted.
    const nextTryAt = new Date(now.getTime() + (isAutomatic ? 0 : callersTimeMs)).toISOString();
    const refund = await refunds.insertRefund(
      transaction,
      { razorpayPaymentId, amount, reason: reason.slice(0, 200), reasonCode, origin: "OURS", nextTryAt },
      now,
    );
    return refund.refundId;
  }

  /** Requests a committed refund that `begin` stored; returns it with its new state. */
  async send(refundId: string): Promise<RefundEntity> {
    const { db } = this.deps;
    await this.#advance(await refunds.getRefund(db.read, refundId));
    return refunds.getRefund(db.read, refundId);
  }

  /** Starts refunds of due payments that have none, then processes refunds whose next attempt is due. */
  async processDue(signal: AbortSignal): Promise<void> {
    const { db, clock, log } = this.deps;
    await this.#beginDue();
    await processDueRows<RefundEntity>(
      { db, clock, log },
      refunds.dueRefunds,
      { concurrency: 1, leaseMs, isStopping: () => signal.aborted },
      (refund) => this.#advance(refund),
    );
  }

  /** Returns the number of refunds that we have to request; excludes those that wait for a bank. */
  countToRequest(): Promise<number> {
    return countRefundsToRequest(this.deps.db.rows);
  }

  async #beginDue(): Promise<void> {
    const { db, log } = this.deps;
    if ((await payments.findDueWithoutRefund(db.read, { ...dueWithoutRefund, limit: 1 })).length === 0)
      return;
    await db.write(async (transaction) => {
      for (const payment of await payments.findDueWithoutRefund(transaction, dueWithoutRefund)) {
        const { razorpayPaymentId } = payment;
        const known = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
        const amount = amountLeft(payment, known);
        const reason = "automatic: it cannot pay for the application";
        await this.begin(transaction, payment, { amount, reason, reasonCode: null }, true);
        log.info({ payment: razorpayPaymentId, amount }, "refund of an unexpected payment started");
      }
    });
  }

  /** Returns false if the gateway does not respond. */
  async #advance(refund: RefundEntity): Promise<boolean> {
    if (refund.state !== "DUE" && refund.state !== "REQUESTED") return true;
    return this.#calls.run(refund.refundId, () => this.#send(refund));
  }

  async #send(refund: RefundEntity): Promise<boolean> {
    try {
      if (refund.razorpayRefundId) await this.#ask(refund, refund.razorpayRefundId);
      else await this.#requestRefund(refund);
      return true;
    } catch (error) {
      await this.#recordFailure(refund, error);
      return !isOutage(error);
    }
  }

  /** Updates the state of a refund that the gateway already has. */
  async #ask(refund: RefundEntity, razorpayRefundId: string): Promise<void> {
    const { db, gateway, refundSync } = this.deps;
    const told = await callGateway(() => gateway.findRefund(razorpayRefundId));
    if (!told) throw new Error("The gateway does not know a refund that it accepted");
    await db.write((transaction) => refundSync.record(transaction, refund, told));
  }

  /**
   * Requests a refund. Syncs the payment's refunds first if an earlier attempt may have succeeded. If the gateway
   * refuses, syncs them and requests the amount that remains after refunds in the gateway's dashboard, if any.
   */
  async #requestRefund(refund: RefundEntity): Promise<void> {
    const { clock, db, gateway, refundSync } = this.deps;
    if (await refunds.isInDispute(db.read, refund.razorpayPaymentId)) {
      const nextTryAt = new Date(clock.now().getTime() + disputePauseMs).toISOString();
      await this.#change(refund, { nextTryAt, lastError: inDispute });
      return;
    }
    const look = async () => {
      await refundSync.sync(refund.razorpayPaymentId);
      return refunds.getRefund(db.read, refund.refundId);
    };
    const ask = async ({ refundId, razorpayPaymentId, amount, idempotencyKey }: RefundEntity) => {
      const wanted = { amount, receipt: refundId, idempotencyKey };
      const told = await callGateway(() => gateway.refund(razorpayPaymentId, wanted));
      await db.write((transaction) => refundSync.record(transaction, refund, told));
    };
    const wanted = refund.attempts > 0 ? await look() : refund;
    if (wanted.state !== "DUE") return;
    try {
      await ask(wanted);
    } catch (error) {
      if (!(error instanceof RefundRejected)) throw error;
      const now = await look();
      if (now.state !== "DUE") return;
      if (now.amount === wanted.amount) throw error;
      await ask(now);
    }
  }

  async #recordFailure(refund: RefundEntity, error: unknown): Promise<void> {
    const { clock, db, log, refundReports } = this.deps;
    const lastError = findErrorCode(error);
    const attempts = refund.attempts + 1;
    if (error instanceof RefundRejected) {
      await db.write(async (transaction) => {
        if (await refunds.changeRefund(transaction, refund, { state: "FAILED", attempts, lastError }))
          await refundReports.reportFailed(transaction, { ...refund, lastError });
      });
      return;
    }
    const until = nextTryAt(attempts, clock.now()).toISOString();
    await this.#change(refund, { attempts, nextTryAt: until, lastError });
    if (!isOutage(error)) log.error({ err: error, refundId: refund.refundId }, "refund failed");
  }

  async #change(refund: RefundEntity, changes: Partial<RefundEntity>): Promise<void> {
    await this.deps.db.write((transaction) => refunds.changeRefund(transaction, refund, changes));
  }
}

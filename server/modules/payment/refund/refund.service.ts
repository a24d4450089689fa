/**
 * Money on its way back. Guards: what was decided goes back once, and never more than came, whatever becomes of the
 * gateway's response. Who may decide is refundDecision.service.ts's; it asks for no viewer. Calls: the payment gateway,
 * never inside a transaction.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Database } from "../../../db/database";
import { DomainError, notFound } from "../../../errors";
import { RefundRefused, type Clock, type GatewayRefund, type Log, type PaymentGateway } from "../../../ports";
import type { AuditService } from "../../audit/audit.service";
import type { NotificationService } from "../../notification/notification.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { changeRequest, findRequest } from "../../visaRequest/visaRequest.repository";
import { callGateway, findErrorCode, isOutage } from "../gateway.service";
import type { PaymentEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { isPaymentId, nextTryAt } from "../payment.rules";
import { toRupees } from "../../visaRequest/pricing.rules";
import type { RefundEntity } from "./refund.entity";
import * as refunds from "./refund.repository";
import type { RefundReason } from "./refund.rules";
import { amountLeft } from "./refundOffers.rules";

const batchSize = 50;
/** How long the first try is left to the caller; longer than the gateway may take to answer. */
const callersTimeMs = 15_000;

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  gateway: PaymentGateway;
  log: Log;
  notifications: NotificationService;
}

export class RefundService {
  readonly #deps: Deps;
  /** Calls to the gateway under way, by refund. */
  readonly #sending = new Map<string, Promise<boolean>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Refunds what is left of a payment that is REFUND_DUE, and returns how far that has come. Asked again, the same
   * refund; one that failed is begun anew. Where the gateway does not answer it stays DUE and is tried again.
   * `reason` without personal data. Errors: NOT_FOUND, INVALID_STATE.
   */
  async refund(razorpayPaymentId: string, reason: string): Promise<RefundEntity> {
    if (!isPaymentId(razorpayPaymentId)) throw notFound();
    const refundId = await this.#deps.db.write(async (transaction) => {
      const payment = await payments.findPayment(transaction, razorpayPaymentId);
      if (!payment) throw notFound();
      const known = await refunds.findRefundsOf(transaction, [razorpayPaymentId]);
      const amount = amountLeft(payment, known);
      const last = known.findLast(({ state }) => state !== "FAILED");
      if (last && (amount === 0 || payment.outcome !== "REFUND_DUE")) return last.refundId;
      if (payment.outcome !== "REFUND_DUE")
        throw new DomainError("INVALID_STATE", "Only a payment that is due for a refund can be refunded");
      return this.begin(transaction, payment, { amount, reason, reasonCode: null });
    });
    return this.send(refundId);
  }

  /** Keeps what is to go back of a payment, inside the transaction that decides on it; `amount` in paise. */
  async begin(
    transaction: EntityManager,
    { razorpayPaymentId }: PaymentEntity,
    { amount, reason, reasonCode }: { amount: number; reason: string; reasonCode: RefundReason | null },
  ): Promise<string> {
    const now = this.#deps.clock.now();
    const refund: RefundEntity = {
      refundId: randomUUID(),
      razorpayPaymentId,
      amount,
      reason: reason.slice(0, 200),
      reasonCode,
      idempotencyKey: randomUUID(),
      state: "DUE",
      razorpayRefundId: null,
      attempts: 0,
      // Whoever asked comes first; the worker takes over where they were cut off.
      nextTryAt: new Date(now.getTime() + callersTimeMs).toISOString(),
      lastError: null,
      createdAt: now.toISOString(),
      doneAt: null,
    };
    await refunds.insertRefund(transaction, refund);
    return refund.refundId;
  }

  /** Asks the gateway for a refund that `begin` kept and that is committed; returns how far it has come. */
  async send(refundId: string): Promise<RefundEntity> {
    const { db } = this.#deps;
    await this.#advance(await refunds.getRefund(db.read, refundId));
    return refunds.getRefund(db.read, refundId);
  }

  /** Asks for what is DUE and about what is REQUESTED, where its time has come. */
  async processDue(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#deps;
    for (const refund of await refunds.findRefundsDue(db.read, clock.now(), batchSize))
      // Where the gateway does not answer, the others would fare no better.
      if (signal.aborted || !(await this.#advance(refund))) return;
  }

  /** Asks how far a refund has come that the gateway reported. False where it is none of ours. */
  async checkByGatewayId(razorpayRefundId: string): Promise<boolean> {
    const refund = await refunds.findRefundByGatewayId(this.#deps.db.read, razorpayRefundId);
    if (refund) await this.#advance(refund);
    return refund !== undefined;
  }

  /** False where the gateway does not answer. */
  #advance(refund: RefundEntity): Promise<boolean> {
    if (refund.state !== "DUE" && refund.state !== "REQUESTED") return Promise.resolve(true);
    const inFlight = this.#sending.get(refund.refundId);
    if (inFlight) return inFlight;
    const sending = this.#send(refund).finally(() => this.#sending.delete(refund.refundId));
    this.#sending.set(refund.refundId, sending);
    return sending;
  }

  async #send(refund: RefundEntity): Promise<boolean> {
    try {
      await this.#record(refund, await this.#callGateway(refund));
      return true;
    } catch (error) {
      await this.#recordFailure(refund, error);
      return !isOutage(error);
    }
  }

  /** The refund as the gateway has it now; it is asked for where it has none of this key yet. */
  async #callGateway({
    refundId,
    razorpayPaymentId,
    razorpayRefundId,
    amount,
    idempotencyKey,
  }: RefundEntity) {
    const { gateway } = this.#deps;
    const known = razorpayRefundId && (await callGateway(() => gateway.findRefund(razorpayRefundId)));
    return (
      known ||
      callGateway(() => gateway.refund(razorpayPaymentId, { amount, receipt: refundId, idempotencyKey }))
    );
  }

  async #record(refund: RefundEntity, { id, status }: GatewayRefund): Promise<void> {
    if (status === "failed") return this.#end(refund, { state: "FAILED", lastError: "REFUND_FAILED" });
    if (status === "processed") return this.#finish(refund, id);
    const attempts = refund.attempts + 1;
    await this.#deps.db.write((transaction) =>
      refunds.changeRefund(transaction, refund, {
        state: "REQUESTED",
        razorpayRefundId: id,
        attempts,
        nextTryAt: nextTryAt(attempts, this.#deps.clock.now()).toISOString(),
      }),
    );
  }

  async #recordFailure(refund: RefundEntity, error: unknown): Promise<void> {
    const { db, clock, gateway, log } = this.#deps;
    const lastError = findErrorCode(error);
    if (error instanceof RefundRefused) {
      const payment = await callGateway(() => gateway.findPayment(refund.razorpayPaymentId)).catch(
        () => undefined,
      );
      // All of it was returned already, by a person in the gateway's own dashboard.
      if (payment?.status === "refunded") return this.#finish(refund, null);
      log.error({ refundId: refund.refundId, code: lastError }, "the gateway refuses a refund");
      return this.#end(refund, { state: "FAILED", lastError });
    }
    const attempts = refund.attempts + 1;
    const until = nextTryAt(attempts, clock.now()).toISOString();
    await db.write((transaction) =>
      refunds.changeRefund(transaction, refund, { attempts, nextTryAt: until, lastError }),
    );
    if (!isOutage(error)) log.error({ err: error, refundId: refund.refundId }, "refund failed");
  }

  async #end(refund: RefundEntity, changes: Partial<RefundEntity>): Promise<void> {
    const attempts = refund.attempts + 1;
    await this.#deps.db.write((transaction) =>
      refunds.changeRefund(transaction, refund, { attempts, ...changes }),
    );
  }

  /**
   * The money is back: refund, payment and, where no more is owed, the request. `razorpayRefundId` is null where
   * somebody else returned the whole payment.
   */
  async #finish(refund: RefundEntity, razorpayRefundId: string | null): Promise<void> {
    const at = this.#deps.clock.now();
    const { razorpayPaymentId } = refund;
    await this.#deps.db.write(async (transaction) => {
      const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
      const known = await refunds.findRefundsOf(transaction, [razorpayPaymentId]);
      const changes = {
        state: "DONE" as const,
        razorpayRefundId,
        // More than was asked for, where it was the whole.
        amount: razorpayRefundId ? refund.amount : refund.amount + amountLeft(payment, known),
        attempts: refund.attempts + 1,
        lastError: null,
        doneAt: at.toISOString(),
      };
      if (!(await refunds.changeRefund(transaction, refund, changes))) return;
      const request = await findRequest(transaction, payment.visaRequestId);
      const note = { by: "SYSTEM" as const, ...(request && { request }) };
      await this.#deps.audit.record(transaction, "REFUND_MADE", razorpayPaymentId, note);
      if (request) await this.#enqueueMessage(transaction, { ...refund, ...changes }, request);
      const after = await refunds.findRefundsOf(transaction, [razorpayPaymentId]);
      const done = after.filter(({ state }) => state === "DONE");
      // Of which a part went back stays as it is: the request is paid for.
      if (amountLeft(payment, done) > 0) return;
      await payments.markPaymentRefunded(transaction, razorpayPaymentId);
      if (request) await this.#settleRequest(transaction, request, razorpayPaymentId, at);
    });
  }

  /** All of that payment is back. One that was paid for by another stays PAID. */
  async #settleRequest(
    transaction: EntityManager,
    request: VisaRequestEntity,
    razorpayPaymentId: string,
    at: Date,
  ): Promise<void> {
    const { paymentStatus, paymentGatewayNo, visaRequestId } = request;
    const wasPaidByIt = paymentStatus === "PAID" && paymentGatewayNo === razorpayPaymentId;
    if (paymentStatus !== "REFUND_DUE" && !wasPaidByIt) return;
    const owesMore = (await payments.countRefundsDue(transaction, visaRequestId)) > 0;
    if (owesMore && !wasPaidByIt) return;
    const changes = { paymentStatus: owesMore ? ("REFUND_DUE" as const) : ("REFUNDED" as const) };
    await changeRequest(transaction, request, changes, { at });
  }

  #enqueueMessage(
    transaction: EntityManager,
    { refundId, amount }: RefundEntity,
    request: VisaRequestEntity,
  ) {
    const occurrence = { event: "REFUNDED" as const, occurrenceId: refundId, request };
    return this.#deps.notifications.enqueue(transaction, { ...occurrence, amount: toRupees(amount) });
  }
}

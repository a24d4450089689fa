/**
 * Tracks money that was returned outside the portal: in the gateway's dashboard, or by a bank after a
 * dispute. Guards: amounts are recorded to the paisa, our refunds are capped to the rest, and staff get a
 * task. Calls: the payment gateway, never inside a transaction.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import type { GatewayDispute, GatewayRefund } from "../../../core/ports";
import type { AuditService } from "../../audit/audit.service";
import { findRequest } from "../../visaRequest/visaRequest.reads";
import { callGateway, isOutage } from "../gatewayCall.logic";
import * as payments from "../payment.repository";
import * as disputes from "./dispute.repository";
import { findDisputesByPayments } from "./moneyTask.reads";
import { openTask, closeTask } from "./moneyTask.repository";
import * as refunds from "./refund.repository";
import type { RefundOutcomeService } from "./refundOutcome.service";
import { alreadyReturned, capRefunds, findUnknown } from "./returnedMoney.rules";

const day = 24 * 60 * 60_000;
/** Range of the first scan, and overlap of later scans. */
const firstLookMs = 90 * day;
const overlapMs = 60 * 60_000;

interface Deps extends Pick<Platform, "db" | "clock" | "gateway" | "log"> {
  audit: AuditService;
  outcome: RefundOutcomeService;
}

export class ReturnedMoneyService {
  /** Closes a task with the decision of staff; false if it is already closed. */
  readonly closeTask = closeTask;
  #lookedUntil: Date | undefined;

  constructor(private readonly deps: Deps) {}

  /**
   * Ingests all refunds that the gateway has of a payment. Ours are matched by id or receipt, others are
   * stored with origin GATEWAY. Returns false if the payment is unknown. Errors: PROVIDER_UNAVAILABLE.
   */
  async sync(razorpayPaymentId: string): Promise<boolean> {
    const { db, gateway } = this.deps;
    if (!(await payments.findPayment(db.read, razorpayPaymentId))) return false;
    const known = await callGateway(() => gateway.findRefundsByPayment(razorpayPaymentId));
    await db.write((transaction) => this.#takeOver(transaction, razorpayPaymentId, known));
    return true;
  }

  /** Like `sync`, for a dispute and the amount deducted for it. Errors: PROVIDER_UNAVAILABLE. */
  async syncDispute(told: GatewayDispute): Promise<boolean> {
    const { db } = this.deps;
    if (!(await payments.findPayment(db.read, told.paymentId))) return false;
    const last = await disputes.findDispute(db.read, told.id);
    if (last?.status === told.status && last.amountDeducted === told.amountDeducted) return true;
    await db.write((transaction) => this.#takeDispute(transaction, told));
    return true;
  }

  /**
   * Scans for changes that no webhook reported. Covers refunds of the account since the last scan (90 days at
   * first), and its latest disputes. After an outage the next scan starts from the same point.
   */
  async reconcile(signal: AbortSignal): Promise<void> {
    try {
      await this.#reconcile(signal);
    } catch (error) {
      // An outage is already logged.
      if (!isOutage(error)) throw error;
    }
  }

  async #reconcile(signal: AbortSignal): Promise<void> {
    const { db, clock, gateway } = this.deps;
    const now = clock.now();
    const from = this.#lookedUntil
      ? new Date(this.#lookedUntil.getTime() - overlapMs)
      : new Date(now.getTime() - firstLookMs);
    const listed = await callGateway(() => gateway.findRefundsSince(from));
    const paymentIds = [...new Set(listed.map(({ paymentId }) => paymentId))];
    const rows = paymentIds.length > 0 ? await refunds.findRefundsByPayment(db.read, paymentIds) : [];
    for (const paymentId of findUnknown(listed, rows)) {
      if (signal.aborted) return;
      await this.sync(paymentId);
    }
    this.#lookedUntil = now;
    for (const dispute of await callGateway(() => gateway.findLatestDisputes())) {
      if (signal.aborted) return;
      await this.syncDispute(dispute);
    }
  }

  async #takeOver(
    transaction: EntityManager,
    razorpayPaymentId: string,
    known: readonly GatewayRefund[],
  ): Promise<void> {
    const { audit, clock, log, outcome } = this.deps;
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const rows = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
    let isNews = false;
    // The gateway lists the newest first.
    for (const told of known.toReversed()) {
      const row = rows.find(
        ({ refundId, razorpayRefundId }) => razorpayRefundId === told.id || refundId === told.receipt,
      );
      if (row) await outcome.record(transaction, row, told);
      else if (told.status !== "failed") {
        await outcome.add(transaction, payment, told);
        isNews = true;
      }
    }
    await this.#cap(transaction, razorpayPaymentId);
    await outcome.settle(transaction, razorpayPaymentId);
    // A payment that was due anyway leaves nothing to decide.
    if (!isNews || payment.outcome !== "SETTLED") return;
    const { visaRequestId } = payment;
    const about = { visaRequestId, razorpayPaymentId, kind: "RETURNED_AT_GATEWAY" as const };
    await openTask(transaction, about, clock.now().toISOString());
    const request = await findRequest(transaction, visaRequestId);
    await audit.record(transaction, "REFUND_FOUND", razorpayPaymentId, {
      by: "SYSTEM",
      ...(request && { request }),
    });
    log.warn({ payment: razorpayPaymentId }, "money was returned at the gateway's own desk");
  }

  async #takeDispute(transaction: EntityManager, told: GatewayDispute): Promise<void> {
    const { audit, clock, log, outcome } = this.deps;
    const { id, paymentId, amount, amountDeducted, status } = told;
    const at = clock.now().toISOString();
    const payment = (await payments.findPayment(transaction, paymentId))!;
    const last = await disputes.findDispute(transaction, id);
    await disputes.saveDispute(transaction, {
      razorpayDisputeId: id,
      razorpayPaymentId: paymentId,
      amount,
      amountDeducted,
      status,
      createdAt: last?.createdAt ?? at,
      changedAt: at,
    });
    const all = await findDisputesByPayments(transaction, [paymentId]);
    const deducted = all.reduce((sum, dispute) => sum + dispute.amountDeducted, 0);
    await payments.setAmountDeducted(transaction, paymentId, deducted);
    await this.#cap(transaction, paymentId);
    await outcome.settle(transaction, paymentId);
    const isOver = !(await disputes.isInDispute(transaction, paymentId));
    // Refunds of the payment have waited for the bank's decision.
    if (isOver) await refunds.endWait(transaction, paymentId, at);
    const { visaRequestId } = payment;
    const kind = "DISPUTE" as const;
    if (isOver && deducted === 0)
      await closeTask(transaction, { razorpayPaymentId: paymentId, kind }, { closedAt: at });
    else await openTask(transaction, { visaRequestId, razorpayPaymentId: paymentId, kind }, at);
    const request = await findRequest(transaction, visaRequestId);
    await audit.record(transaction, "DISPUTE_CHANGED", paymentId, {
      by: "SYSTEM",
      ...(request && { request }),
    });
    log.warn({ payment: paymentId, dispute: id, status }, "a payment is disputed");
  }

  /** Reduces refunds that the gateway does not have yet to what is left to return. */
  async #cap(transaction: EntityManager, razorpayPaymentId: string): Promise<void> {
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const rows = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
    for (const { refund, amount } of capRefunds(payment, rows)) {
      const nextTryAt = this.deps.clock.now().toISOString();
      await refunds.changeRefund(
        transaction,
        refund,
        // The gateway rejects a key that is reused with another amount.
        amount > 0
          ? { amount, idempotencyKey: randomUUID(), nextTryAt }
          : { state: "FAILED", lastError: alreadyReturned },
      );
    }
  }
}

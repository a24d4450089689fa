/**
 * Ingests refunds and disputes from the gateway, including those made in its dashboard or by a bank. Guards: each
 * effect happens once, and DONE is final. Amounts are recorded to the paisa, and our refunds are capped at the
 * remaining amount. Staff get a task for money that was returned without their decision. Calls: the payment gateway,
 * never inside a transaction.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import type { GatewayDispute, GatewayRefund } from "../../../core/gatewayPort";
import type { ApprovalService } from "../../approval/approval.service";
import { findRequest } from "../../visaRequest/visaRequest.reads";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import { callGateway, isOutage } from "../gatewayCall.logic";
import type { PaymentEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { findDisputesByPayments } from "./refund.reads";
import type { RefundEntity } from "./refund.entity";
import * as refunds from "./refund.repository";
import type { RefundReportService } from "./refundReport.service";
import { amountLeft } from "./refundOffers.rules";
import {
  alreadyReturned,
  capRefunds,
  findRefundChanges,
  findUnknown,
  smallestRefund,
  toForeignRefund,
} from "./returnedMoney.rules";

/** How far back the first scan goes, and by how much later scans overlap. */
const firstLookMs = 90 * 24 * 60 * 60_000;
const overlapMs = 60 * 60_000;

interface Deps extends Pick<Platform, "db" | "clock" | "gateway" | "log"> {
  approvals: Pick<ApprovalService, "closeRefund">;
  refundReports: RefundReportService;
  visaRequests: VisaRequestService;
}

export class RefundSyncService {
  /** Closes a task with the decision of staff; returns false if it is already closed. */
  readonly closeTask = refunds.closeTask;
  #scanFrom: Date | undefined;

  constructor(private readonly deps: Deps) {}

  /**
   * Ingests all of a payment's refunds at the gateway. Our refunds are matched by id or receipt; others are stored with
   * the origin GATEWAY unless they failed. Returns false if the payment is unknown. Errors: PROVIDER_UNAVAILABLE.
   */
  async sync(razorpayPaymentId: string): Promise<boolean> {
    const { db, gateway } = this.deps;
    if (!(await payments.findPayment(db.read, razorpayPaymentId))) return false;
    const known = await callGateway(() => gateway.findRefundsByPayment(razorpayPaymentId));
    await db.write(async (transaction) => {
      const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
      const rows = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
      let isNews = false;
      // Oldest first; the gateway lists refunds newest first.
      for (const told of known.toReversed()) {
        const row = rows.find(
          ({ refundId, razorpayRefundId }) => razorpayRefundId === told.id || refundId === told.receipt,
        );
        if (row) await this.record(transaction, row, told);
        else if (told.status !== "failed") {
          await this.#add(transaction, payment, told);
          isNews = true;
        }
      }
      await this.#cap(transaction, razorpayPaymentId);
      await this.#settle(transaction, razorpayPaymentId);
      // If the payment had to be refunded anyway, staff have nothing to decide.
      if (!isNews || payment.outcome !== "SETTLED") return;
      const { visaRequestId } = payment;
      const about = { visaRequestId, razorpayPaymentId, kind: "RETURNED_AT_GATEWAY" as const };
      await refunds.openTask(transaction, about, this.deps.clock.now().toISOString());
      await this.deps.refundReports.record(transaction, "REFUND_FOUND", payment);
      this.deps.log.warn({ payment: razorpayPaymentId }, "refund made in the gateway's dashboard");
    });
    return true;
  }

  /** Ingests a dispute and its deducted amount; returns false if the payment is unknown. */
  async syncDispute(told: GatewayDispute): Promise<boolean> {
    const { clock, db, log } = this.deps;
    const { id, paymentId, status } = told;
    if (!(await payments.findPayment(db.read, paymentId))) return false;
    const last = await refunds.findDispute(db.read, id);
    if (last?.status === status && last.amountDeducted === told.amountDeducted) return true;
    await db.write(async (transaction) => {
      const at = clock.now().toISOString();
      const payment = (await payments.findPayment(transaction, paymentId))!;
      await refunds.saveDispute(transaction, told, at);
      const all = await findDisputesByPayments(transaction, [paymentId]);
      const deducted = all.reduce((sum, dispute) => sum + dispute.amountDeducted, 0);
      const { visaRequestId, razorpayPaymentId } = payment;
      await payments.changePayment(transaction, { razorpayPaymentId }, { amountDeducted: deducted });
      await this.#cap(transaction, paymentId);
      await this.#settle(transaction, paymentId);
      const isOver = !(await refunds.isInDispute(transaction, paymentId));
      // Refunds of the payment that waited for the bank's decision become due now.
      if (isOver)
        await refunds.changeRefunds(transaction, { razorpayPaymentId, state: "DUE" }, { nextTryAt: at });
      const about = { razorpayPaymentId, kind: "DISPUTE" as const };
      if (isOver && deducted === 0) await refunds.closeTask(transaction, about, { closedAt: at });
      else await refunds.openTask(transaction, { ...about, visaRequestId }, at);
      await this.deps.refundReports.record(transaction, "DISPUTE_CHANGED", payment);
      log.warn({ payment: paymentId, dispute: id, status }, "payment disputed");
    });
    return true;
  }

  /**
   * Scans for changes that no webhook reported: refunds since the last scan (90 days at first), and the latest
   * disputes. After an outage the next scan starts from the same point.
   */
  async reconcile(signal: AbortSignal): Promise<void> {
    await this.#reconcile(signal).catch((error: unknown) => {
      // Outages are not rethrown, because they are already logged.
      if (!isOutage(error)) throw error;
    });
  }

  async #reconcile(signal: AbortSignal): Promise<void> {
    const { db, clock, gateway } = this.deps;
    const now = clock.now();
    const from = this.#scanFrom ?? new Date(now.getTime() - firstLookMs);
    const listed = await callGateway(() => gateway.findRefundsSince(from));
    const paymentIds = [...new Set(listed.map(({ paymentId }) => paymentId))];
    const rows = await refunds.findRefundsByPayment(db.read, paymentIds);
    for (const paymentId of findUnknown(listed, rows)) {
      if (signal.aborted) return;
      await this.sync(paymentId);
    }
    this.#scanFrom = new Date(now.getTime() - overlapMs);
    for (const dispute of await callGateway(() => gateway.findLatestDisputes())) {
      if (signal.aborted) return;
      await this.syncDispute(dispute);
    }
  }

  /** Reduces refunds that are not yet at the gateway to the amount that can still be refunded. */
  async #cap(transaction: EntityManager, razorpayPaymentId: string): Promise<void> {
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const rows = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
    for (const { refund, amount } of capRefunds(payment, rows)) {
      const nextTryAt = this.deps.clock.now().toISOString();
      // The refund gets a new idempotency key, because the gateway rejects one that is reused with another amount.
      const reduced = { amount, idempotencyKey: randomUUID(), nextTryAt };
      const needless = { state: "FAILED" as const, lastError: alreadyReturned };
      await refunds.changeRefund(transaction, refund, amount > 0 ? reduced : needless);
    }
  }

  /** Updates a stored refund to its state at the gateway; DONE never changes. */
  async record(transaction: EntityManager, refund: RefundEntity, told: GatewayRefund): Promise<void> {
    const changes = findRefundChanges(refund, told, this.deps.clock.now());
    if (!changes || !(await refunds.changeRefund(transaction, refund, changes))) return;
    await this.#settle(transaction, refund.razorpayPaymentId);
    const { state } = changes;
    if (state === "DONE") await this.deps.refundReports.reportDone(transaction, { ...refund, ...changes });
    if (state === "FAILED") {
      await this.deps.refundReports.reportFailed(transaction, { ...refund, ...changes });
      await this.#closeNeedlessTask(transaction, refund.razorpayPaymentId);
    }
  }

  /** Closes the task about refunds in the gateway's dashboard if all of them have failed. */
  async #closeNeedlessTask(transaction: EntityManager, razorpayPaymentId: string): Promise<void> {
    const known = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
    if (known.some(({ origin, state }) => origin === "GATEWAY" && state !== "FAILED")) return;
    const about = { razorpayPaymentId, kind: "RETURNED_AT_GATEWAY" as const };
    await refunds.closeTask(transaction, about, { closedAt: this.deps.clock.now().toISOString() });
  }

  /** Stores a refund that was made in the gateway's dashboard. */
  async #add(transaction: EntityManager, payment: PaymentEntity, told: GatewayRefund): Promise<void> {
    const now = this.deps.clock.now();
    const refund = await refunds.insertRefund(transaction, toForeignRefund(payment, told, now), now);
    if (refund.state === "DONE") await this.deps.refundReports.reportDone(transaction, refund);
    else await this.deps.refundReports.raiseVersion(transaction, payment);
  }

  /**
   * Marks a fully returned payment as REFUNDED, and its application too if nothing more is owed. If more is owed, an
   * application that this payment paid for becomes REFUND_DUE. A rest that Razorpay cannot refund is not owed.
   */
  async #settle(transaction: EntityManager, razorpayPaymentId: string): Promise<void> {
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const known = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
    const done = known.filter(({ state }) => state === "DONE");
    const left = amountLeft(payment, done);
    // After a partial refund the request remains PAID.
    if (payment.outcome === "REFUND_DUE" ? left >= smallestRefund : left > 0) return;
    if (!(await payments.markPaymentRefunded(transaction, razorpayPaymentId))) return;
    const request = await findRequest(transaction, payment.visaRequestId);
    if (!request) return;
    const { paymentStatus, paymentGatewayNo, visaRequestId } = request;
    // A request that another payment paid for remains PAID.
    const wasPaidByIt = paymentStatus === "PAID" && paymentGatewayNo === razorpayPaymentId;
    if (paymentStatus !== "REFUND_DUE" && !wasPaidByIt) return;
    const { approvals, clock, visaRequests } = this.deps;
    if (wasPaidByIt) await approvals.closeRefund(transaction, visaRequestId);
    const owesMore = (await payments.countRefundsDue(transaction, visaRequestId)) > 0;
    if (owesMore && !wasPaidByIt) return;
    const changes = { paymentStatus: owesMore ? ("REFUND_DUE" as const) : ("REFUNDED" as const) };
    await visaRequests.change(transaction, request, changes, { at: clock.now() });
  }
}

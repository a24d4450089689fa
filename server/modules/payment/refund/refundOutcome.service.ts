/**
 * Applies the state of a refund at the gateway to the refund, payment and application, and sends the message.
 * Guards: each effect happens once, and DONE is final. Calls: nothing outside; runs in the caller's
 * transaction.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Clock, GatewayRefund } from "../../../core/ports";
import { toRupees } from "../../../core/money.rules";
import type { AuditService } from "../../audit/audit.service";
import type { NotificationService } from "../../notification/notification.service";
import { findRequest } from "../../visaRequest/visaRequest.reads";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import type { PaymentEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { nextTryAt } from "../payment.rules";
import type { RefundEntity } from "./refund.entity";
import * as refunds from "./refund.repository";
import { amountLeft } from "./refundOffers.rules";

interface Deps {
  clock: Clock;
  audit: AuditService;
  notifications: NotificationService;
  visaRequests: VisaRequestService;
}

const stateOf = { pending: "REQUESTED", processed: "DONE", failed: "FAILED" } as const satisfies Record<
  GatewayRefund["status"],
  RefundEntity["state"]
>;

export class RefundOutcomeService {
  constructor(private readonly deps: Deps) {}

  /** Updates our refund to the gateway's state of it; DONE never changes. */
  async record(
    transaction: EntityManager,
    refund: RefundEntity,
    { id, amount, status }: GatewayRefund,
  ): Promise<void> {
    const state = stateOf[status];
    const isKnown = refund.state === state && refund.razorpayRefundId === id;
    if (refund.state === "DONE" || (isKnown && state !== "REQUESTED")) return;
    const now = this.deps.clock.now();
    const attempts = refund.attempts + 1;
    const changes = {
      state,
      amount,
      razorpayRefundId: id,
      attempts,
      nextTryAt: nextTryAt(attempts, now).toISOString(),
      lastError: state === "FAILED" ? "REFUND_FAILED" : null,
      doneAt: state === "DONE" ? now.toISOString() : null,
    };
    if (!(await refunds.changeRefund(transaction, refund, changes))) return;
    if (state === "DONE") await this.#tell(transaction, { ...refund, ...changes });
    await this.settle(transaction, refund.razorpayPaymentId);
  }

  /** Stores a refund that was made in the gateway's dashboard. */
  async add(
    transaction: EntityManager,
    { razorpayPaymentId }: PaymentEntity,
    { id, amount, status }: GatewayRefund,
  ): Promise<void> {
    const now = this.deps.clock.now();
    const refund: RefundEntity = {
      refundId: randomUUID(),
      razorpayPaymentId,
      amount,
      reason: "Returned at Razorpay's own desk",
      reasonCode: null,
      origin: "GATEWAY",
      idempotencyKey: `gateway:${id}`,
      state: stateOf[status],
      razorpayRefundId: id,
      attempts: 0,
      nextTryAt: nextTryAt(1, now).toISOString(),
      lastError: null,
      createdAt: now.toISOString(),
      doneAt: status === "processed" ? now.toISOString() : null,
    };
    await refunds.insertRefund(transaction, refund);
    if (refund.state === "DONE") await this.#tell(transaction, refund);
  }

  /** Marks a fully returned payment as REFUNDED, and its application too if nothing more is owed. */
  async settle(transaction: EntityManager, razorpayPaymentId: string): Promise<void> {
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const known = await refunds.findRefundsByPayment(transaction, [razorpayPaymentId]);
    const done = known.filter(({ state }) => state === "DONE");
    // A partial refund changes nothing: the request stays paid.
    if (amountLeft(payment, done) > 0) return;
    if (!(await payments.markPaymentRefunded(transaction, razorpayPaymentId))) return;
    const request = await findRequest(transaction, payment.visaRequestId);
    if (!request) return;
    const { paymentStatus, paymentGatewayNo, visaRequestId } = request;
    // A request that another payment paid for stays PAID.
    const wasPaidByIt = paymentStatus === "PAID" && paymentGatewayNo === razorpayPaymentId;
    if (paymentStatus !== "REFUND_DUE" && !wasPaidByIt) return;
    const owesMore = (await payments.countRefundsDue(transaction, visaRequestId)) > 0;
    if (owesMore && !wasPaidByIt) return;
    const changes = { paymentStatus: owesMore ? ("REFUND_DUE" as const) : ("REFUNDED" as const) };
    const { clock, visaRequests } = this.deps;
    await visaRequests.change(transaction, request, changes, { at: clock.now() });
  }

  async #tell(transaction: EntityManager, refund: RefundEntity): Promise<void> {
    const { audit, notifications } = this.deps;
    const { razorpayPaymentId, refundId, amount } = refund;
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const request = await findRequest(transaction, payment.visaRequestId);
    const note = { by: "SYSTEM" as const, ...(request && { request }) };
    await audit.record(transaction, "REFUND_MADE", razorpayPaymentId, note);
    if (!request) return;
    const occurrence = { event: "REFUNDED" as const, occurrenceId: refundId, request };
    await notifications.enqueue(transaction, { ...occurrence, amount: toRupees(amount) });
  }
}

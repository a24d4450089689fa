/**
 * Reports refunds and disputes in the audit log, and refunds to travellers, partners and operators. All methods run in
 * the caller's transaction.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { toExactRupees } from "../../../core/money.rules";
import type { AuditAction } from "../../audit/audit.rules";
import type { AuditService } from "../../audit/audit.service";
import type { NotificationService } from "../../notification/notification.service";
import type { PartnerEventService } from "../../partner/event/partnerEvent.service";
import { findRequest } from "../../visaRequest/visaRequest.reads";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { PaymentEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import type { RefundEntity } from "./refund.entity";

interface Deps extends Pick<Platform, "clock" | "log"> {
  audit: AuditService;
  notifications: NotificationService;
  partnerEvents: PartnerEventService;
  visaRequests: VisaRequestService;
}

export class RefundReportService {
  constructor(private readonly deps: Deps) {}

  /**
   * Reports to operators, and to the partner if there is one, that the gateway or the bank has refused our refund.
   * Others were never announced.
   */
  async reportFailed(
    transaction: EntityManager,
    { razorpayPaymentId, refundId, origin, lastError: code }: RefundEntity,
  ): Promise<void> {
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const request = await this.raiseVersion(transaction, payment);
    if (origin === "GATEWAY") return;
    const again = payment.outcome === "REFUND_DUE" ? "npm run refund" : "refund again in the staff console";
    const todo = `open the payment in Razorpay's dashboard, correct the problem shown there, then ${again}`;
    const about = { refundId, payment: razorpayPaymentId, code, todo };
    this.deps.log.error(about, "refund refused by the gateway");
    if (request) await this.deps.partnerEvents.record(transaction, "refund.failed", request, { refundId });
  }

  async reportDone(
    transaction: EntityManager,
    { razorpayPaymentId, refundId, amount }: Pick<RefundEntity, "razorpayPaymentId" | "refundId" | "amount">,
  ): Promise<void> {
    const payment = (await payments.findPayment(transaction, razorpayPaymentId))!;
    const request = await this.record(transaction, "REFUND_MADE", payment);
    if (!request) return;
    const occurrence = { event: "REFUNDED" as const, occurrenceId: refundId, request };
    await this.deps.notifications.enqueue(transaction, { ...occurrence, amount: toExactRupees(amount) });
    await this.deps.partnerEvents.record(transaction, "refund.done", request, { refundId });
  }

  /** Records an action about a payment in the audit log; returns the payment's application. */
  async record(
    transaction: EntityManager,
    action: AuditAction,
    payment: PaymentEntity,
  ): Promise<VisaRequestEntity | undefined> {
    const request = await this.raiseVersion(transaction, payment);
    const note = { by: "SYSTEM" as const, ...(request && { request }) };
    await this.deps.audit.record(transaction, action, payment.razorpayPaymentId, note);
    return request;
  }

  /** Increments the application's version, so that clients notice changed refunds, which are not in its own row. */
  async raiseVersion(
    transaction: EntityManager,
    { visaRequestId }: PaymentEntity,
  ): Promise<VisaRequestEntity | undefined> {
    const { clock, visaRequests } = this.deps;
    const request = await findRequest(transaction, visaRequestId);
    return request && visaRequests.change(transaction, request, {}, { at: clock.now() });
  }
}

/**
 * The only place where a payment makes a request PAID, whether reported by browser, REST, webhook or reconciler.
 * Guards: only the gateway's response counts, a payment counts once, and nothing moves back from PAID. A payment that
 * would have to be refunded immediately is not captured. Calls: the payment gateway.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { DomainError } from "../../../core/errors";
import type { GatewayPayment } from "../../../core/gatewayPort";
import { toExactRupees } from "../../../core/money.rules";
import { remindAfterHours } from "../../applicant/documents/neededDocuments.rules";
import type { AuditService } from "../../audit/audit.service";
import type { NotificationService } from "../../notification/notification.service";
import type { PartnerEventService } from "../../partner/event/partnerEvent.service";
import { currentExpectedDate } from "../../visaRequest/expectedDate.rules";
import { findRequest, getRequest } from "../../visaRequest/visaRequest.reads";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import { SingleFlight } from "../../../core/SingleFlight";
import { callGateway } from "../gatewayCall.logic";
import type { OrderLeaseService } from "../order/orderLease.service";
import type { PaymentEntity, PaymentOrderEntity } from "../payment.entity";
import * as payments from "../payment.repository";
import { findPaymentProblem, type PaymentProblem } from "../payment.rules";
import { findUntakenReason, untakenText } from "./settlement.rules";

interface Deps extends Pick<Platform, "db" | "clock" | "gateway" | "log"> {
  audit: AuditService;
  notifications: NotificationService;
  partnerEvents: PartnerEventService;
  orderLeases: OrderLeaseService;
  visaRequests: VisaRequestService;
}

/** The result for a payment: its recorded outcome, UNTAKEN if it is not captured, or the problem with it. */
export type Settlement = PaymentEntity["outcome"] | "UNTAKEN" | PaymentProblem;

export class SettlementService {
  /** Keyed by order and payment, so that concurrent reports of a payment share one capture. */
  readonly #settlements = new SingleFlight<Settlement>();

  constructor(private readonly deps: Deps) {}

  /**
   * Fetches a payment from the gateway. An invalid id is reported at `field`. Errors: PAYMENT_NOT_CAPTURED,
   * PROVIDER_UNAVAILABLE.
   */
  async findPayment(paymentId: string, field: string): Promise<GatewayPayment | undefined> {
    const { gateway } = this.deps;
    if (!gateway.isPaymentId(paymentId))
      throw new DomainError("PAYMENT_NOT_CAPTURED", "This is not a payment id", { field });
    return callGateway(() => gateway.findPayment(paymentId));
  }

  /**
   * Records a payment for the traveller who reported it. A repeated call has the same result and no effect.
   * Errors: PAYMENT_NOT_CAPTURED, PAYMENT_AMOUNT_MISMATCH, PROVIDER_UNAVAILABLE; INVALID_STATE for a payment
   * that cannot be used, which is recorded as REFUND_DUE or was not captured.
   */
  async confirm(
    order: PaymentOrderEntity,
    payment: GatewayPayment | undefined,
    field: string,
  ): Promise<void> {
    const settlement = payment ? await this.settle(order, payment) : findPaymentProblem(payment, order)!;
    if (typeof settlement === "object") throw new DomainError(settlement.code, settlement.message, { field });
    if (settlement === "SETTLED") return;
    if (settlement === "UNTAKEN") throw new DomainError("INVALID_STATE", untakenText);
    throw new DomainError(
      "INVALID_STATE",
      settlement === "REFUNDED"
        ? "This payment no longer pays for the application. It has been refunded to you"
        : "This payment no longer pays for the application. It will be refunded to you",
    );
  }

  /** Ingests the captured and refunded payments of an order, and an authorised one if none is captured. */
  async ingestAll(order: PaymentOrderEntity, known: readonly GatewayPayment[]): Promise<void> {
    // Refunded payments were captured earlier, so they are ingested too.
    const came = known.filter(({ status }) => status === "captured" || status === "refunded");
    for (const payment of came) await this.ingest(order, payment);
    if (came.some(({ status }) => status === "captured")) return;
    const authorized = known.find(({ status }) => status === "authorized");
    if (authorized) await this.ingest(order, authorized);
  }

  /**
   * Like `settle`, for reports from the gateway: also records a payment with a wrong amount as REFUND_DUE. Do not use
   * it for reports from a browser: their error response promises that nothing changed. Errors: PROVIDER_UNAVAILABLE.
   */
  async ingest(order: PaymentOrderEntity, payment: GatewayPayment): Promise<void> {
    const settlement = await this.settle(order, payment);
    const hasCome = payment.status === "captured" || payment.status === "refunded";
    if (typeof settlement !== "object" || !hasCome) return;
    if (payment.orderId === order.razorpayOrderId && payment.currency === "INR") {
      await this.#record(order, payment);
      return;
    }
    // Logged, because a person has to check a payment for another order or in another currency.
    const { paymentOrderId } = order;
    this.deps.log.error({ paymentOrderId, code: settlement.code }, "payment does not match its order");
  }

  /**
   * Records a payment: its request becomes SUBMITTED and PAID, or the payment becomes REFUND_DUE. An
   * authorised payment that cannot pay for the application is not captured. Errors: PROVIDER_UNAVAILABLE.
   */
  settle(order: PaymentOrderEntity, payment: GatewayPayment): Promise<Settlement> {
    // A report that the payment failed has a separate key, because the payment may have been captured since.
    const isGood = findPaymentProblem(payment, order) === undefined;
    const key = `${order.paymentOrderId} ${payment.id} ${isGood}`;
    return this.#settlements.run(key, () => this.#settle(order, payment));
  }

  async #settle(order: PaymentOrderEntity, payment: GatewayPayment): Promise<Settlement> {
    const { db, orderLeases } = this.deps;
    const findOutcome = async () => {
      const known = await payments.findPayment(db.read, payment.id);
      return known?.razorpayOrderId === order.razorpayOrderId ? known?.outcome : undefined;
    };
    const outcome = (await findOutcome()) ?? findPaymentProblem(payment, order);
    if (outcome) return outcome;
    if (payment.status !== "authorized") return this.#record(order, payment);
    return orderLeases.run<Settlement>(order.paymentOrderId, findOutcome, () =>
      this.#capture(order, payment),
    );
  }

  async #capture(order: PaymentOrderEntity, payment: GatewayPayment): Promise<Settlement> {
    if (await this.#isUntaken(order, payment)) return "UNTAKEN";
    const captured = await callGateway(() => this.deps.gateway.capture(payment.id, order.amount));
    if (captured.status === "captured") return this.#record(order, captured);
    return {
      code: "PAYMENT_NOT_CAPTURED",
      message: "The payment provider did not capture this payment",
    };
  }

  /** True if the payment cannot pay for the application. If so, records why and notifies the traveller, once. */
  async #isUntaken(order: PaymentOrderEntity, payment: GatewayPayment): Promise<boolean> {
    const { audit, db, clock, log, notifications, partnerEvents } = this.deps;
    const request = await findRequest(db.read, order.visaRequestId);
    const reason = request && findUntakenReason(request, order);
    if (!request || !reason) return false;
    await db.write(async (transaction) => {
      const isNew = await payments.saveUntaken(transaction, {
        razorpayPaymentId: payment.id,
        razorpayOrderId: order.razorpayOrderId!,
        visaRequestId: order.visaRequestId,
        amount: payment.amount,
        reason,
        createdAt: clock.now().toISOString(),
      });
      if (!isNew) return;
      await audit.record(transaction, "PAYMENT_NOT_TAKEN", payment.id, { by: "SYSTEM", request });
      await partnerEvents.record(transaction, "application.payment_not_captured", request);
      const occurrence = { occurrenceId: payment.id, request, amount: toExactRupees(payment.amount) };
      await notifications.enqueue(transaction, { event: "PAYMENT_NOT_TAKEN", ...occurrence });
      log.info({ payment: payment.id, reason }, "authorised payment not captured");
    });
    return true;
  }

  async #record(order: PaymentOrderEntity, payment: GatewayPayment): Promise<PaymentEntity["outcome"]> {
    const { audit, db, clock, log, notifications, partnerEvents, visaRequests } = this.deps;
    const at = clock.now();
    return db.write(async (transaction) => {
      const known = await payments.findPayment(transaction, payment.id);
      if (known) return known.outcome;
      const request = await getRequest(transaction, order.visaRequestId);
      const isBack = payment.status === "refunded";
      const pays =
        !isBack && payment.amount === order.amount && findUntakenReason(request, order) === undefined;
      const outcome = pays ? "SETTLED" : "REFUND_DUE";
      await payments.insertPayment(transaction, {
        razorpayPaymentId: payment.id,
        razorpayOrderId: order.razorpayOrderId!,
        visaRequestId: order.visaRequestId,
        amount: payment.amount,
        amountDeducted: 0,
        outcome,
        createdAt: at.toISOString(),
      });
      const action = pays ? "PAYMENT_SETTLED" : "REFUND_DUE";
      await audit.record(transaction, action, payment.id, { by: "SYSTEM", request });
      const occurrence = { occurrenceId: payment.id, request, amount: toExactRupees(payment.amount) };
      if (pays) {
        const { paymentOrderId } = order;
        await payments.changeOrder(transaction, { paymentOrderId }, { state: "PAID" });
        const expectedDate = currentExpectedDate(request, at);
        await visaRequests.change(
          transaction,
          request,
          { ...paidWith(payment.id, at), expectedDate },
          { at },
        );
        await notifications.enqueue(transaction, { event: "PAID", ...occurrence });
        return outcome;
      }
      if (!isBack) await notifications.enqueue(transaction, { event: "REFUND_DUE", ...occurrence });
      log.warn({ payment: payment.id }, "unexpected payment, refunding");
      // The gateway rejects a second payment for a paid order, so the request needs a new price version and
      // order.
      const isForThisPrice = isBack && request.priceVersion === order.priceVersion;
      const { paymentStatus } = request;
      const isUnchanged = paymentStatus === "PAID" || (paymentStatus === "REFUND_DUE" && !isForThisPrice);
      const priceVersion = request.priceVersion + (isForThisPrice ? 1 : 0);
      const changes = isUnchanged ? {} : ({ paymentStatus: "REFUND_DUE", priceVersion } as const);
      const after = await visaRequests.change(transaction, request, changes, { at });
      if (!isBack) await partnerEvents.record(transaction, "refund.due", after);
      return outcome;
    });
  }
}

function paidWith(paymentId: string, at: Date) {
  return {
    visaRequestStatus: "SUBMITTED",
    paymentStatus: "PAID",
    paymentGateway: "RAZORPAY",
    paymentGatewayNo: paymentId,
    documentReminderAt: new Date(at.getTime() + remindAfterHours * 60 * 60_000).toISOString(),
  } as const;
}

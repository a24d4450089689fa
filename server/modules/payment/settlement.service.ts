/**
 * The one place where money becomes a paid request, whoever tells of it: browser, REST, and later webhook and
 * reconciler. Guards: only the gateway's own word counts, and a payment counts once. Calls: the payment gateway.
 */
import type { Database } from "../../db/database";
import { DomainError, notFound } from "../../errors";
import type { Clock, GatewayPayment, PaymentGateway } from "../../ports";
import type { AuditService } from "../audit/audit.service";
import { changeRequest, findRequest } from "../visaRequest/visaRequest.repository";
import { mayMove } from "../visaRequest/visaRequest.rules";
import { askGateway } from "./askGateway";
import type { PaymentEntity, PaymentOrderEntity } from "./payment.entity";
import * as payments from "./payment.repository";
import { findPaymentFault, isPaymentId } from "./payment.rules";
import { toPaise } from "./pricing.rules";

interface Needs {
  db: Database;
  clock: Clock;
  audit: AuditService;
  gateway: PaymentGateway;
}

export class SettlementService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** The payment as the gateway knows it. `field` is the input's, for the error. Errors: PAYMENT_NOT_CAPTURED. */
  async findPayment(paymentId: string, field: string): Promise<GatewayPayment | undefined> {
    if (!isPaymentId(paymentId))
      throw new DomainError("PAYMENT_NOT_CAPTURED", "This is not a payment id", { field });
    return askGateway(() => this.#needs.gateway.findPayment(paymentId));
  }

  /**
   * Settles what the gateway says of a payment: its request becomes SUBMITTED and PAID. A repeat gives the same
   * answer and does nothing. Errors: PAYMENT_NOT_CAPTURED, PAYMENT_AMOUNT_MISMATCH, PROVIDER_UNAVAILABLE;
   * INVALID_STATE for money that cannot be honoured, which is kept as REFUND_DUE.
   */
  async settle(order: PaymentOrderEntity, payment: GatewayPayment | undefined, field: string): Promise<void> {
    const known = payment && (await payments.findPayment(this.#needs.db.read, payment.id));
    const isRepeat = known?.razorpayOrderId === order.razorpayOrderId;
    const outcome = isRepeat
      ? known.outcome
      : await this.#record(order, await this.#take(order, payment, field));
    if (outcome === "REFUND_DUE")
      throw new DomainError(
        "INVALID_STATE",
        "This payment came for an earlier total or a second time. It will be returned to you",
      );
  }

  /** The captured payment that pays for the order; one that is only authorised is captured here. */
  async #take(
    order: PaymentOrderEntity,
    payment: GatewayPayment | undefined,
    field: string,
  ): Promise<GatewayPayment> {
    const fault = findPaymentFault(payment, order);
    if (fault) throw new DomainError(fault.code, fault.message, { field });
    if (payment!.status === "captured") return payment!;
    const captured = await askGateway(() => this.#needs.gateway.capture(payment!.id, order.amount));
    if (captured.status === "captured") return captured;
    throw new DomainError("PAYMENT_NOT_CAPTURED", "The payment provider did not release this payment", {
      field,
    });
  }

  async #record(order: PaymentOrderEntity, payment: GatewayPayment): Promise<PaymentEntity["outcome"]> {
    const { audit, db, clock } = this.#needs;
    const at = clock.now();
    return db.write(async (transaction) => {
      const known = await payments.findPayment(transaction, payment.id);
      if (known) return known.outcome;
      const request = await findRequest(transaction, order.visaRequestId);
      if (!request) throw notFound();
      const pays =
        mayMove(request.visaRequestStatus, "SUBMITTED") &&
        request.priceVersion === order.priceVersion &&
        toPaise(request.totalPrice) === payment.amount;
      const outcome = pays ? "SETTLED" : "REFUND_DUE";
      await payments.insertPayment(transaction, {
        razorpayPaymentId: payment.id,
        razorpayOrderId: order.razorpayOrderId!,
        visaRequestId: order.visaRequestId,
        amount: payment.amount,
        outcome,
        createdAt: at.toISOString(),
      });
      const action = pays ? "PAYMENT_SETTLED" : "REFUND_DUE";
      await audit.record(transaction, action, payment.id, { by: "SYSTEM", request });
      if (pays) {
        await payments.markOrderPaid(transaction, order.paymentOrderId);
        await changeRequest(transaction, request, paidWith(payment.id), { at });
      } else if (request.paymentStatus === "PENDING") {
        await changeRequest(transaction, request, { paymentStatus: "REFUND_DUE" }, { at });
      }
      return outcome;
    });
  }
}

function paidWith(paymentId: string) {
  return {
    visaRequestStatus: "SUBMITTED",
    paymentStatus: "PAID",
    paymentGateway: "RAZORPAY",
    paymentGatewayNo: paymentId,
  } as const;
}

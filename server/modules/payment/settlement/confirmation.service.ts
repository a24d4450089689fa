/**
 * Handles a traveller's report that they paid. Guards: only the request's owner or follower can report, and only the
 * gateway's response makes the request SUBMITTED and PAID. Calls: the payment gateway, and the settlement service.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { DomainError } from "../../../core/errors";
import type { RateLimits } from "../../../platform/rateLimiting/RateLimits";
import { requirePerson, type Principal } from "../../../core/principal";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import { findOrder, hasOpenedOrder } from "../payment.repository";
import type { SettlementService } from "./settlement.service";

interface Deps extends Pick<Platform, "db" | "gateway"> {
  limits: RateLimits;
  settlement: SettlementService;
  visaRequests: VisaRequestService;
}

export class ConfirmationService {
  constructor(private readonly deps: Deps) {}

  /**
   * Confirms the payment that the checkout reported to the page. Errors: NOT_FOUND, INVALID_STATE,
   * PAYMENT_SIGNATURE_INVALID, PAYMENT_NOT_CAPTURED, PAYMENT_AMOUNT_MISMATCH, PROVIDER_UNAVAILABLE, RATE_LIMITED.
   * Changes nothing on errors, except that INVALID_STATE may record an unexpected payment, which is refunded.
   */
  async confirm(
    caller: Principal,
    proof: { visaRequestId: string; orderId: string; paymentId: string; signature: string },
  ): Promise<VisaRequestEntity> {
    requirePerson(caller, "confirmPayment");
    const { db, gateway, limits, settlement, visaRequests } = this.deps;
    const { visaRequestId, orderId, paymentId, signature } = proof;
    await visaRequests.getRequest(caller, visaRequestId);
    const order = await findOrder(db.read, { visaRequestId, razorpayOrderId: orderId });
    if (!order?.razorpayOrderId)
      throw new DomainError("PAYMENT_SIGNATURE_INVALID", "This order does not belong to this application", {
        field: "razorpayOrderId",
      });
    // Verifies the id that we stored, not the one that was sent.
    if (!gateway.verifiesCheckout({ orderId: order.razorpayOrderId, paymentId, signature }))
      throw new DomainError("PAYMENT_SIGNATURE_INVALID", "The payment's signature is not valid", {
        field: "razorpaySignature",
      });
    await limits.count(caller, "gateway");
    const field = "razorpayPaymentId";
    await settlement.confirm(order, await settlement.findPayment(paymentId, field), field);
    return visaRequests.getRequest(caller, visaRequestId);
  }

  /** Confirms by payment id alone, for the client in the specification. Errors: as in `confirm`. */
  async confirmByPaymentId(
    caller: Principal,
    visaRequestId: string,
    paymentId: string,
  ): Promise<VisaRequestEntity> {
    requirePerson(caller, "confirmPayment");
    const { db, limits, settlement, visaRequests } = this.deps;
    await visaRequests.getRequest(caller, visaRequestId);
    const field = "paymentGatewayNo";
    // Without an order no payment is possible. The check also prevents probing payment ids at the gateway.
    if (!(await hasOpenedOrder(db.read, visaRequestId))) throw madeForAnother(field);
    await limits.count(caller, "gateway");
    const payment = await settlement.findPayment(paymentId, field);
    const order =
      payment?.orderId && (await findOrder(db.read, { visaRequestId, razorpayOrderId: payment.orderId }));
    if (!order) throw madeForAnother(field);
    await settlement.confirm(order, payment, field);
    return visaRequests.getRequest(caller, visaRequestId);
  }
}

function madeForAnother(field: string): DomainError {
  return new DomainError("PAYMENT_NOT_CAPTURED", "This payment was not made for this application", { field });
}

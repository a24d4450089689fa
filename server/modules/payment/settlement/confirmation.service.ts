/**
 * A traveller who reports that they paid. Guards: only the owner of the request, and only the gateway's own word moves
 * it to SUBMITTED and PAID. Calls: the payment gateway, and the settlement.
 */
import type { Database } from "../../../db/database";
import { DomainError } from "../../../errors";
import type { PaymentGateway } from "../../../ports";
import type { PersonLimits } from "../../../turns/personLimits";
import type { Viewer } from "../../../viewer";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import { findOrder, hasOpenedOrder } from "../payment.repository";
import type { SettlementService } from "./settlement.service";

interface Deps {
  db: Database;
  gateway: PaymentGateway;
  limits: PersonLimits;
  settlement: SettlementService;
  visaRequests: VisaRequestService;
}

export class ConfirmationService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Takes what the checkout handed to the page. Errors: NOT_FOUND, INVALID_STATE, PAYMENT_SIGNATURE_INVALID,
   * PAYMENT_NOT_CAPTURED, PAYMENT_AMOUNT_MISMATCH, PROVIDER_UNAVAILABLE, RATE_LIMITED; none of them changes anything but
   * INVALID_STATE for money that cannot be honoured, which is kept for a refund.
   */
  async confirm(
    viewer: Viewer,
    proof: { visaRequestId: string; orderId: string; paymentId: string; signature: string },
  ): Promise<VisaRequestEntity> {
    const { db, gateway, limits, settlement, visaRequests } = this.#deps;
    const { visaRequestId, orderId, paymentId, signature } = proof;
    await visaRequests.getRequest(viewer, visaRequestId);
    const order = await findOrder(db.read, { visaRequestId, razorpayOrderId: orderId });
    if (!order?.razorpayOrderId)
      throw new DomainError("PAYMENT_SIGNATURE_INVALID", "This order does not belong to this application", {
        field: "razorpayOrderId",
      });
    // The id that we stored, not the one that was sent.
    if (!gateway.verifiesCheckout({ orderId: order.razorpayOrderId, paymentId, signature }))
      throw new DomainError("PAYMENT_SIGNATURE_INVALID", "The payment's signature is not valid", {
        field: "razorpaySignature",
      });
    await limits.countGatewayCall(viewer);
    const field = "razorpayPaymentId";
    await settlement.confirm(order, await settlement.findPayment(paymentId, field), field);
    return visaRequests.getRequest(viewer, visaRequestId);
  }

  /** Takes a payment id alone, as the older REST client sends it; the gateway's word decides. Errors as `confirm`. */
  async confirmByPaymentId(
    viewer: Viewer,
    visaRequestId: string,
    paymentId: string,
  ): Promise<VisaRequestEntity> {
    const { db, limits, settlement, visaRequests } = this.#deps;
    await visaRequests.getRequest(viewer, visaRequestId);
    const field = "paymentGatewayNo";
    // Nobody can have paid without an order; the gateway is not for trying out ids of payments.
    if (!(await hasOpenedOrder(db.read, visaRequestId))) throw madeForAnother(field);
    await limits.countGatewayCall(viewer);
    const payment = await settlement.findPayment(paymentId, field);
    const order =
      payment?.orderId && (await findOrder(db.read, { visaRequestId, razorpayOrderId: payment.orderId }));
    if (!order) throw madeForAnother(field);
    await settlement.confirm(order, payment, field);
    return visaRequests.getRequest(viewer, visaRequestId);
  }
}

function madeForAnother(field: string): DomainError {
  return new DomainError("PAYMENT_NOT_CAPTURED", "This payment was not made for this application", { field });
}

/**
 * Paying for a request (design decision 4). Guards: the amount is ours, and only the gateway's own word moves a
 * request to SUBMITTED and PAID. Calls: the payment gateway, never inside a transaction.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database";
import { DomainError, notFound } from "../../errors";
import { GatewayUnavailable, type Clock, type GatewayPayment, type PaymentGateway } from "../../ports";
import type { Viewer } from "../../viewer";
import { countApplicants } from "../applicant/applicant.repository";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { changeRequest, findRequest } from "../visaRequest/visaRequest.repository";
import { isOpenForChanges, mayMove } from "../visaRequest/visaRequest.rules";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { PaymentOrderEntity } from "./payment.entity";
import * as payments from "./payment.repository";
import { findPaymentFault, isPaymentId } from "./payment.rules";
import { toPaise } from "./pricing.rules";

/** What Razorpay's checkout wants; `amount` in paise. */
export interface CheckoutOrder {
  orderId: string;
  amount: number;
  currency: "INR";
  razorpayKey: string;
  name: string;
  description: string;
  checkoutUrl: string;
}

interface Needs {
  db: Database;
  clock: Clock;
  gateway: PaymentGateway;
  visaRequests: VisaRequestService;
  brand: string;
  checkoutUrl: string;
}

export class PaymentService {
  readonly #needs: Needs;
  /** Calls to the gateway under way, by our order id: two callers at once share one. */
  readonly #opening = new Map<string, Promise<PaymentOrderEntity>>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * The order for the request's present price: made at the gateway the first time, the same one afterwards.
   * Errors: NOT_FOUND, INVALID_STATE, PROVIDER_UNAVAILABLE.
   */
  async createOrder(viewer: Viewer, visaRequestId: string): Promise<CheckoutOrder> {
    const { db, visaRequests, clock } = this.#needs;
    const request = await visaRequests.getRequest(viewer, visaRequestId);
    refuseUnpayable(request);
    const known = await payments.findOrderForPrice(db.read, request);
    if (known?.state === "OPEN") return this.#toCheckout(known);

    const intent = await db.write(async (transaction) => {
      const fresh = await visaRequests.getOpenRequest(transaction, viewer, visaRequestId);
      if ((await countApplicants(transaction, visaRequestId)) === 0)
        throw new DomainError("INVALID_STATE", "Add an applicant before you pay");
      const { priceVersion, totalPrice, visaReferenceNo } = fresh;
      const existing = await payments.findOrderForPrice(transaction, fresh);
      if (existing) return existing;
      const order: PaymentOrderEntity = {
        paymentOrderId: randomUUID(),
        visaRequestId,
        razorpayOrderId: null,
        receipt: `${visaReferenceNo}/${priceVersion}`,
        amount: toPaise(totalPrice),
        priceVersion,
        state: "INTENT",
        createdAt: clock.now().toISOString(),
      };
      await payments.insertOrder(transaction, order);
      return order;
    });
    return this.#toCheckout(intent.state === "OPEN" ? intent : await this.#openOnce(intent));
  }

  /** The caller's one open request with that total in rupees, as the older REST client means it; else CONFLICT. */
  async findOnlyRequestOf(viewer: Viewer, totalPrice: number): Promise<string> {
    const mine = await this.#needs.visaRequests.listMine(viewer);
    const [only, second] = mine.filter(
      (request) => isOpenForChanges(request) && request.totalPrice === Math.round(totalPrice),
    );
    if (only && !second) return only.visaRequestId;
    throw new DomainError(
      "CONFLICT",
      "There is not exactly one open application with this amount. Send visaRequestId",
      { field: "Amount" },
    );
  }

  /**
   * Takes what the checkout handed to the page. Errors: NOT_FOUND, INVALID_STATE, PAYMENT_SIGNATURE_INVALID,
   * PAYMENT_NOT_CAPTURED, PAYMENT_AMOUNT_MISMATCH, PROVIDER_UNAVAILABLE; none of them changes anything but
   * INVALID_STATE for money that cannot be honoured, which is kept for a refund.
   */
  async confirm(
    viewer: Viewer,
    proof: { visaRequestId: string; orderId: string; paymentId: string; signature: string },
  ): Promise<VisaRequestEntity> {
    const { db, gateway, visaRequests } = this.#needs;
    const { visaRequestId, orderId, paymentId, signature } = proof;
    await visaRequests.getRequest(viewer, visaRequestId);
    const order = await payments.findOrder(db.read, { visaRequestId, razorpayOrderId: orderId });
    if (!order?.razorpayOrderId)
      throw new DomainError("PAYMENT_SIGNATURE_INVALID", "This order does not belong to this application", {
        field: "razorpayOrderId",
      });
    // The id that we stored, not the one that was sent.
    if (!gateway.verifiesCheckout({ orderId: order.razorpayOrderId, paymentId, signature }))
      throw new DomainError("PAYMENT_SIGNATURE_INVALID", "The payment's signature is not right", {
        field: "razorpaySignature",
      });
    await this.#verifyAndSettle(order, paymentId, "razorpayPaymentId");
    return visaRequests.getRequest(viewer, visaRequestId);
  }

  /** Takes a payment id alone, as the older REST client sends it; the gateway's word decides. Errors as `confirm`. */
  async confirmByPaymentId(
    viewer: Viewer,
    visaRequestId: string,
    paymentId: string,
  ): Promise<VisaRequestEntity> {
    const { db, visaRequests } = this.#needs;
    await visaRequests.getRequest(viewer, visaRequestId);
    const payment = await this.#findPayment(paymentId, "paymentGatewayNo");
    const order =
      payment?.orderId &&
      (await payments.findOrder(db.read, { visaRequestId, razorpayOrderId: payment.orderId }));
    if (!order)
      throw new DomainError("PAYMENT_NOT_CAPTURED", "This payment was not made for this application", {
        field: "paymentGatewayNo",
      });
    await this.#verifyAndSettle(order, paymentId, "paymentGatewayNo");
    return visaRequests.getRequest(viewer, visaRequestId);
  }

  async #verifyAndSettle(order: PaymentOrderEntity, paymentId: string, field: string): Promise<void> {
    const payment = await this.#findPayment(paymentId, field);
    const fault = findPaymentFault(payment, order);
    if (fault) throw new DomainError(fault.code, fault.message, { field });
    const captured = payment!.status === "captured" ? payment! : await this.#capture(payment!, order);
    if (captured.status !== "captured")
      throw new DomainError("PAYMENT_NOT_CAPTURED", "The payment provider did not release this payment", {
        field,
      });
    await this.#settle(order, captured);
  }

  /**
   * The one place where money becomes a paid request. A repeat does nothing; money that comes for an old price,
   * a second time, or for a request given up, is kept as REFUND_DUE.
   */
  async #settle(order: PaymentOrderEntity, payment: GatewayPayment): Promise<void> {
    const { db, clock } = this.#needs;
    const at = clock.now();
    const outcome = await db.write(async (transaction) => {
      const known = await payments.findPayment(transaction, payment.id);
      if (known) return known.outcome;
      const request = await findRequest(transaction, order.visaRequestId);
      if (!request) throw notFound();
      const pays =
        mayMove(request.visaRequestStatus, "SUBMITTED") &&
        request.priceVersion === order.priceVersion &&
        toPaise(request.totalPrice) === payment.amount;
      const result = pays ? "SETTLED" : "REFUND_DUE";
      await payments.insertPayment(transaction, {
        razorpayPaymentId: payment.id,
        razorpayOrderId: order.razorpayOrderId!,
        visaRequestId: order.visaRequestId,
        amount: payment.amount,
        outcome: result,
        createdAt: at.toISOString(),
      });
      if (pays) {
        await payments.markOrderPaid(transaction, order.paymentOrderId);
        await changeRequest(
          transaction,
          request,
          { ...paidWith(payment.id), visaRequestStatus: "SUBMITTED" },
          { at },
        );
      } else if (request.paymentStatus === "PENDING") {
        await changeRequest(transaction, request, { paymentStatus: "REFUND_DUE" }, { at });
      }
      return result;
    });
    if (outcome === "REFUND_DUE")
      throw new DomainError(
        "INVALID_STATE",
        "This payment came for an earlier total or a second time. It will be returned to you",
      );
  }

  async #openOnce(intent: PaymentOrderEntity): Promise<PaymentOrderEntity> {
    const underWay = this.#opening.get(intent.paymentOrderId);
    if (underWay) return underWay;
    const opening = this.#open(intent).finally(() => this.#opening.delete(intent.paymentOrderId));
    this.#opening.set(intent.paymentOrderId, opening);
    return opening;
  }

  async #open(intent: PaymentOrderEntity): Promise<PaymentOrderEntity> {
    const { db, gateway } = this.#needs;
    const { amount, receipt, visaRequestId, paymentOrderId } = intent;
    const made = await this.#ask(() => gateway.createOrder({ amount, receipt, notes: { visaRequestId } }));
    await db.write((transaction) => payments.openOrder(transaction, paymentOrderId, made.id));
    const order = await payments.findOrderForPrice(db.read, intent);
    if (!order?.razorpayOrderId) throw new Error(`The order ${paymentOrderId} did not open`);
    return order;
  }

  async #findPayment(paymentId: string, field: string): Promise<GatewayPayment | undefined> {
    if (!isPaymentId(paymentId))
      throw new DomainError("PAYMENT_NOT_CAPTURED", "This is not a payment id", { field });
    return this.#ask(() => this.#needs.gateway.findPayment(paymentId));
  }

  /** The money is reserved: takes it. Where two ask at once, the gateway refuses one, which then finds it taken. */
  async #capture(payment: GatewayPayment, order: PaymentOrderEntity): Promise<GatewayPayment> {
    return this.#ask(() => this.#needs.gateway.capture(payment.id, order.amount));
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (cause) {
      if (!(cause instanceof GatewayUnavailable)) throw cause;
      const error = new DomainError(
        "PROVIDER_UNAVAILABLE",
        "The payment provider does not answer right now. Nothing is lost; please try again",
        { retryAfter: 10 },
      );
      throw Object.assign(error, { cause });
    }
  }

  #toCheckout({ razorpayOrderId, amount }: PaymentOrderEntity): CheckoutOrder {
    const { gateway, brand, checkoutUrl } = this.#needs;
    return {
      orderId: razorpayOrderId!,
      amount,
      currency: "INR",
      razorpayKey: gateway.keyId,
      name: brand,
      description: "Visa Booking Fee",
      checkoutUrl,
    };
  }
}

function refuseUnpayable(request: VisaRequestEntity): void {
  if (request.paymentStatus === "PAID")
    throw new DomainError("INVALID_STATE", "This application is paid already");
  if (!isOpenForChanges(request))
    throw new DomainError("INVALID_STATE", "This application can no longer be paid for");
}

function paidWith(paymentId: string) {
  return { paymentStatus: "PAID", paymentGateway: "RAZORPAY", paymentGatewayNo: paymentId } as const;
}

/**
 * Creates the order that pays for a request. Guards: the server sets the amount, and each price has one
 * order. Calls: the payment gateway, never inside a transaction.
 */
import { randomUUID } from "node:crypto";
import type { Platform } from "../../../platform/adapters/Platform";
import { DomainError } from "../../../core/errors";
import type { RateLimits } from "../../../platform/rateLimiting/RateLimits";
import { requirePerson, type Principal } from "../../../core/principal";
import { countApplicants } from "../../applicant/applicant.reads";
import type { AuditService } from "../../audit/audit.service";
import { todayInKolkata, type Day } from "../../../core/day.rules";
import { roundRupees, toPaise } from "../../../core/money.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { isOpenForChanges } from "../../visaRequest/visaRequest.rules";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import type { OrderOpeningService } from "./orderOpening.service";
import type { PaymentOrderEntity } from "../payment.entity";
import * as payments from "../payment.repository";

/** An order that is handed out repeatedly becomes due for a check by the reconciler at most once in this period. */
const handOutPrecisionMs = 60_000;

interface Deps extends Pick<Platform, "db" | "clock" | "gateway"> {
  audit: AuditService;
  limits: RateLimits;
  orderOpening: OrderOpeningService;
  visaRequests: VisaRequestService;
  brand: string;
  checkoutUrl: string;
}

export class OrderService {
  constructor(private readonly deps: Deps) {}

  /**
   * Returns the order for the request's current price. Later calls return the same order, even if the
   * gateway's response was lost.
   * Errors: NOT_FOUND, INVALID_STATE, INVALID for a travel date in the past, PROVIDER_UNAVAILABLE,
   * RATE_LIMITED.
   */
  async createOrder(caller: Principal, visaRequestId: string) {
    requirePerson(caller, "createPaymentOrder");
    const { audit, db, limits, visaRequests, clock, orderOpening } = this.deps;
    const request = await visaRequests.getRequest(caller, visaRequestId);
    const today = todayInKolkata(clock.now());
    assertPayable(request, today);
    const known = await payments.findOrderForPrice(db.read, request);
    if (known?.state === "OPEN") {
      await this.#recordHandOut(caller, known);
      return this.#toCheckout(known);
    }
    await limits.count(caller, "gateway");

    const at = clock.now().toISOString();
    const { order, isNew } = await db.write(async (transaction) => {
      const fresh = await visaRequests.getOpenRequest(transaction, caller, visaRequestId);
      assertPayable(fresh, today);
      if ((await countApplicants(transaction, visaRequestId)) === 0)
        throw new DomainError("INVALID_STATE", "Add an applicant before you pay");
      const { priceVersion, totalPrice, visaReferenceNo } = fresh;
      const existing = await payments.findOrderForPrice(transaction, fresh);
      if (existing) return { order: existing, isNew: false };
      const intent: PaymentOrderEntity = {
        paymentOrderId: randomUUID(),
        visaRequestId,
        razorpayOrderId: null,
        receipt: `${visaReferenceNo}/${priceVersion}`,
        amount: toPaise(totalPrice),
        priceVersion,
        state: "INTENT",
        nextAskAt: null,
        gatewayLease: null,
        handedOutAt: at,
        createdAt: at,
      };
      await payments.insertOrder(transaction, intent);
      await audit.record(transaction, "ORDER_MADE", intent.paymentOrderId, { by: caller, request: fresh });
      return { order: intent, isNew: true };
    });
    await this.#recordHandOut(caller, order);
    return this.#toCheckout(await orderOpening.open(order, { mayExist: !isNew }));
  }

  /** Returns the id of the caller's only open request with this total in rupees; for REST. Errors: CONFLICT. */
  async getOnlyOpenRequestId(caller: Principal, totalPrice: number): Promise<string> {
    const only = await this.deps.visaRequests.findOnlyOpen(caller, roundRupees(totalPrice));
    if (only) return only.visaRequestId;
    throw new DomainError(
      "CONFLICT",
      "There is no single open application with this amount. Send visaRequestId",
      { field: "Amount" },
    );
  }

  /**
   * Restarts the reconciler's checks of this order, because it may be paid now or already have an unreported payment.
   * Throws INVALID_STATE if the request was closed meanwhile, e.g. because its draft expired.
   */
  async #recordHandOut(
    caller: Principal,
    { paymentOrderId, visaRequestId, handedOutAt }: PaymentOrderEntity,
  ): Promise<void> {
    const { clock, db, visaRequests } = this.deps;
    const now = clock.now();
    if (now.getTime() - Date.parse(handedOutAt) < handOutPrecisionMs) return;
    const changes = { handedOutAt: now.toISOString(), nextAskAt: null };
    await db.write(async (transaction) => {
      await visaRequests.getOpenRequest(transaction, caller, visaRequestId);
      await payments.changeOrder(transaction, { paymentOrderId }, changes);
    });
  }

  /** Returns the parameters of Razorpay's checkout; `amount` in paise. */
  #toCheckout({ razorpayOrderId, amount }: PaymentOrderEntity) {
    const { gateway, brand: name, checkoutUrl } = this.deps;
    return {
      orderId: razorpayOrderId!,
      amount,
      currency: "INR" as const,
      razorpayKey: gateway.keyId,
      name,
      description: "Visa Booking Fee",
      checkoutUrl,
    };
  }
}

function assertPayable(request: VisaRequestEntity, today: Day): void {
  if (request.paymentStatus === "PAID")
    throw new DomainError("INVALID_STATE", "This application has already been paid");
  if (!isOpenForChanges(request))
    throw new DomainError("INVALID_STATE", "This application can no longer be paid for");
  if (request.travelDate < today)
    throw new DomainError("INVALID", "The travel date has passed. Choose a later travel date, then pay", {
      field: "travelDate",
    });
}

/** One application without a browser; events happen to its money in any order. */
import pLimit from "p-limit";
import { findLedger, findDisputesByPayments } from "../../../modules/payment/refund/refund.reads";
import { splitPayment } from "../../../modules/payment/refund/returnedMoney.rules";
import type { UserEntity } from "../../../modules/user/user.entity";
import { VisaRequestEntity } from "../../../modules/visaRequest/visaRequest.entity";
import { findRequest } from "../../../modules/visaRequest/visaRequest.reads";
import type { Database } from "../../../platform/db/database";
import type { Services } from "../../../app/services";
import { toPrincipal } from "../../../core/principal";
import type { FakeRazorpay } from "../standIns/fakeRazorpay";
import type { GatewayPayment } from "../standIns/razorpayShapes";

/** Events that can happen to the money of an application. */
export const moneyEvents = [
  "authorised",
  "captured",
  "failed",
  "refunded here",
  "refunded there",
  "disputed",
  "cancelled",
  "price changed",
] as const;
export type MoneyEvent = (typeof moneyEvents)[number];

/** The visa fee for the one applicant, in rupees. */
export const visaFee = 2_399;
/** Amount of the first refund at the gateway, in paise; not a whole number of rupees. */
const deskPart = 123_45;

const signal = new AbortController().signal;
/** Runs one task at a time, because the server never runs a job twice concurrently. */
const serialised = pLimit(1);

/** Amounts in paise. */
interface Sums {
  cameIn: number;
  returned: number;
}

/** The real services, and the gateway that they call. */
interface Scene {
  gateway: FakeRazorpay;
  services: Services;
  db: Database;
  owner: UserEntity;
}

export class MoneyStory {
  readonly #world: Scene;
  readonly #visaRequestId: string;
  readonly #orderId: string;

  constructor(world: Scene, visaRequestId: string, orderId: string) {
    this.#world = world;
    this.#visaRequestId = visaRequestId;
    this.#orderId = orderId;
  }

  /**
   * Makes the event happen and processes it; returns false if the event is currently impossible at the gateway or
   * here.
   */
  async happen(event: MoneyEvent): Promise<boolean> {
    if (!(await this.#doIt(event))) return false;
    const { services } = this.#world;
    await services.webhooks.processDue();
    await serialised(() => services.refunds.processDue(signal));
    return true;
  }

  /** Returns the sums at the gateway. */
  atGateway(): Sums {
    const { gateway } = this.#world;
    const payments = this.#payments().filter(({ status }) => status === "captured" || status === "refunded");
    const ids = new Set(payments.map(({ id }) => id));
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
    const refunds = [...gateway.refunds.values()].filter(({ payment_id }) => ids.has(payment_id));
    const disputes = [...gateway.disputes.values()].filter(({ payment_id }) => ids.has(payment_id));
    return {
      cameIn: sumOf(payments.map(({ amount }) => amount)),
      returned:
        sumOf(refunds.map(({ amount }) => amount)) +
        sumOf(disputes.map(({ amount_deducted }) => amount_deducted)),
    };
  }

  /**
   * Returns our sums, and the expected retained and due sums: we retain only payments that pay for the
   * request, and only a dispute delays a refund.
   */
  async here() {
    const { db } = this.#world;
    const request = (await findRequest(db.read, this.#visaRequestId))!;
    const { payments, refunds } = await findLedger(db.read, this.#visaRequestId);
    const disputes = await findDisputesByPayments(
      db.read,
      payments.map(({ razorpayPaymentId }) => razorpayPaymentId),
    );
    const sums = { cameIn: 0, returned: 0, due: 0, kept: 0 };
    const ought = { due: 0, kept: 0 };
    for (const payment of payments) {
      const { razorpayPaymentId, amount } = payment;
      const isOfIt = (row: { razorpayPaymentId: string }) => row.razorpayPaymentId === razorpayPaymentId;
      const { returned, due, kept } = splitPayment(payment, refunds.filter(isOfIt));
      sums.cameIn += amount;
      sums.returned += returned;
      sums.due += due;
      sums.kept += kept;
      const left = amount - returned;
      const pays = request.paymentStatus === "PAID" && request.paymentGatewayNo === razorpayPaymentId;
      const isHeld = disputes.some((row) => isOfIt(row) && row.status === "open");
      // Negative if a bank deducted money that was already refunded.
      if (pays || left < 0) ought.kept += left;
      else if (isHeld) ought.due += left;
    }
    return { request, sums, ought };
  }

  #payments(): GatewayPayment[] {
    return [...this.#world.gateway.payments.values()].filter(({ order_id }) => order_id === this.#orderId);
  }

  /** The latest payment that the gateway captured. */
  #captured(): GatewayPayment | undefined {
    return this.#payments().findLast(({ status }) => status === "captured" || status === "refunded");
  }

  async #doIt(event: MoneyEvent): Promise<boolean> {
    const { gateway, services, db, owner } = this.#world;
    const caller = toPrincipal({ address: "127.0.0.1" }, { userId: owner.userId, sessionId: "s" });
    const visaRequestId = this.#visaRequestId;
    const order = this.#orderId;
    switch (event) {
      case "authorised": {
        const payment = gateway.pay(order, { status: "authorized" }).razorpay_payment_id;
        return this.#tell("payment.authorized", { order, payment });
      }
      case "captured": {
        const authorised = this.#payments().findLast(({ status }) => status === "authorized");
        if (authorised) gateway.capture(authorised);
        const payment = authorised?.id ?? gateway.pay(order).razorpay_payment_id;
        return this.#tell("payment.captured", { order, payment });
      }
      case "failed": {
        const payment = gateway.pay(order, { status: "failed" }).razorpay_payment_id;
        return this.#tell("payment.failed", { order, payment });
      }
      case "refunded here": {
        const request = (await findRequest(db.read, visaRequestId))!;
        const ledger = await findLedger(db.read, visaRequestId);
        const due = ledger.payments.find(({ outcome }) => outcome === "REFUND_DUE");
        if (due) return services.refunds.refund(due.razorpayPaymentId, "by an operator").then(() => true);
        if (request.visaRequestStatus !== "SUBMITTED" || request.paymentStatus !== "PAID") return false;
        const paying = ledger.payments.find(
          ({ razorpayPaymentId }) => razorpayPaymentId === request.paymentGatewayNo,
        )!;
        const expectedAmount = Math.round(
          (paying.amount -
            splitPayment(
              paying,
              ledger.refunds.filter((one) => one.razorpayPaymentId === paying.razorpayPaymentId),
            ).returned) /
            100,
        );
        await services.refundDecisions.withdraw(caller, { visaRequestId, expectedAmount });
        return true;
      }
      case "refunded there": {
        const payment = this.#captured();
        const left = payment ? payment.amount - (payment.amount_refunded ?? 0) : 0;
        if (!payment || left < 100) return false;
        const amount = payment.amount_refunded || left <= deskPart ? left : deskPart;
        const { id: refund } = gateway.refundAtDesk(payment.id, amount);
        return this.#tell("refund.processed", { payment: payment.id, refund });
      }
      case "disputed": {
        const payment = this.#captured();
        if (!payment) return false;
        const open = [...gateway.disputes.values()].find(
          ({ payment_id, status }) => payment_id === payment.id && status === "open",
        );
        if (open) {
          Object.assign(open, { status: "lost", amount_deducted: open.amount });
          return this.#tell("payment.dispute.lost", { payment: payment.id, dispute: open.id });
        }
        const { id: dispute } = gateway.dispute(payment.id, payment.amount);
        return this.#tell("payment.dispute.created", { payment: payment.id, dispute });
      }
      case "cancelled":
        return services.visaRequests.cancel(caller, visaRequestId).then(
          () => true,
          () => false,
        );
      case "price changed": {
        const request = (await findRequest(db.read, visaRequestId))!;
        if (request.visaRequestStatus !== "PENDING" || request.paymentStatus === "PAID") return false;
        const { netPrice, priceVersion, totalPrice, version } = request;
        await db.write((transaction) =>
          transaction.update(
            VisaRequestEntity,
            { visaRequestId },
            {
              priceVersion: priceVersion + 1,
              netPrice: netPrice + visaFee,
              totalPrice: totalPrice + visaFee,
              version: version + 1,
            },
          ),
        );
        return true;
      }
    }
  }

  async #tell(
    event: string,
    about: { order?: string; payment: string; refund?: string; dispute?: string },
  ): Promise<true> {
    const { body, headers } = this.#world.gateway.makeWebhook(event, about);
    const header = (name: string) => headers[name.toLowerCase()] ?? "";
    await this.#world.services.webhooks.receive({ bytes: Buffer.from(body), header });
    return true;
  }
}

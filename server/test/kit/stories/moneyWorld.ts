/**
 * Applications without a browser: the real services on a database of their own, and a gateway over HTTP, to which
 * things happen in every order. Fast enough for thousands of them.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../config";
import { PaymentOrderEntity } from "../../../modules/payment/payment.entity";
import { findLedger } from "../../../modules/payment/refund/ledger.repository";
import { findDisputesOf } from "../../../modules/payment/refund/dispute.repository";
import { whereaboutsOf } from "../../../modules/payment/refund/returnedMoney.rules";
import { UserEntity } from "../../../modules/user/user.entity";
import { VisaRequestEntity } from "../../../modules/visaRequest/visaRequest.entity";
import { findRequest } from "../../../modules/visaRequest/visaRequest.repository";
import { SqliteDatabase } from "../../../db/sqlite/SqliteDatabase";
import { openServices, type Services } from "../../../services";
import { FakeRazorpay } from "../standIns/fakeRazorpay";
import type { GatewayPayment } from "../standIns/razorpayShapes";

/** What may happen to the money of an application. */
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

/** Of one traveller, and with our fee and its GST. */
const visaFee = 2_399;
const price = visaFee + 589;
/** What the desk returns first: no whole number of rupees. */
const deskPart = 123_45;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const signal = new AbortController().signal;

export class MoneyWorld {
  #count = 0;

  private constructor(
    readonly gateway: FakeRazorpay,
    readonly services: Services,
    readonly db: SqliteDatabase,
    readonly folder: string,
    readonly owner: UserEntity,
  ) {}

  static async make(): Promise<MoneyWorld> {
    const gateway = await FakeRazorpay.start();
    const folder = await mkdtemp(join(tmpdir(), "visaport-money-"));
    const config = readConfig({ NODE_ENV: "test", DATA_DIR: folder, PORT: "1", ...gateway.settings });
    const services = await openServices(config, silent);
    const db = await SqliteDatabase.open(config.databaseFile);
    const at = new Date().toISOString();
    const owner: UserEntity = {
      userId: randomUUID(),
      phoneNumber: "+919876543210",
      name: "Asha",
      email: null,
      createdAt: at,
      lastSeenAt: at,
      formerNumber: null,
      identityTries: 0,
    };
    await db.write((transaction) => transaction.insert(UserEntity, owner));
    return new MoneyWorld(gateway, services, db, folder, owner);
  }

  async clear(): Promise<void> {
    await this.db.close();
    await this.services.close();
    await this.gateway.close();
    await rm(this.folder, { recursive: true });
  }

  /** An application with an order at the gateway, not paid yet. */
  async begin(): Promise<MoneyStory> {
    const at = new Date().toISOString();
    const request: VisaRequestEntity = {
      visaRequestId: randomUUID(),
      visaReferenceNo: `VP-${++this.#count}`,
      userId: this.owner.userId,
      visaId: "v",
      leadSource: "B2C",
      visaName: "30 Days",
      countryName: "Nowhere",
      pricePerApplicant: visaFee,
      childPrice: null,
      serviceFeeRate: 499,
      gstPercent: 18,
      netPrice: visaFee,
      serviceFee: 499,
      gst: 90,
      totalPrice: price,
      travelDate: "2030-01-01",
      expectedDate: "2029-12-01",
      noOfApplicants: 1,
      email: null,
      mobile: this.owner.phoneNumber,
      visaRequestStatus: "PENDING",
      paymentStatus: "PENDING",
      paymentGateway: null,
      paymentGatewayNo: null,
      priceVersion: 1,
      version: 1,
      createdAt: at,
      changedAt: null,
      assignedStaffId: null,
      assignedAt: null,
      waitingSince: null,
      papersRemovedAt: null,
    };
    const razorpayOrderId = this.gateway.openOrder(price * 100, `${request.visaReferenceNo}/1`);
    await this.db.write(async (transaction) => {
      await transaction.insert(VisaRequestEntity, request);
      await transaction.insert(PaymentOrderEntity, {
        paymentOrderId: randomUUID(),
        visaRequestId: request.visaRequestId,
        razorpayOrderId,
        receipt: `${request.visaReferenceNo}/1`,
        amount: price * 100,
        priceVersion: 1,
        state: "OPEN",
        nextAskAt: null,
        createdAt: at,
      });
    });
    return new MoneyStory(this, request.visaRequestId, razorpayOrderId);
  }
}

/** Paise. */
interface Sums {
  cameIn: number;
  returned: number;
}

export class MoneyStory {
  readonly #world: MoneyWorld;
  readonly #visaRequestId: string;
  readonly #orderId: string;

  constructor(world: MoneyWorld, visaRequestId: string, orderId: string) {
    this.#world = world;
    this.#visaRequestId = visaRequestId;
    this.#orderId = orderId;
  }

  /** Lets it happen and has it worked off; false where it cannot happen now, at the gateway or here. */
  async happen(event: MoneyEvent): Promise<boolean> {
    if (!(await this.#doIt(event))) return false;
    const { services } = this.#world;
    await services.webhooks.processDue();
    await services.refunds.processDue(signal);
    return true;
  }

  /** What the gateway has of it. */
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

  /** What we have of it, and what ought to be kept and due: only what pays is ours, and only a bank holds money back. */
  async here() {
    const { db } = this.#world;
    const request = (await findRequest(db.read, this.#visaRequestId))!;
    const { payments, refunds } = await findLedger(db.read, this.#visaRequestId);
    const disputes = await findDisputesOf(
      db.read,
      payments.map(({ razorpayPaymentId }) => razorpayPaymentId),
    );
    const sums = { cameIn: 0, returned: 0, due: 0, kept: 0 };
    const ought = { due: 0, kept: 0 };
    for (const payment of payments) {
      const { razorpayPaymentId, amount } = payment;
      const isOfIt = (row: { razorpayPaymentId: string }) => row.razorpayPaymentId === razorpayPaymentId;
      const { returned, due, kept } = whereaboutsOf(payment, refunds.filter(isOfIt));
      sums.cameIn += amount;
      sums.returned += returned;
      sums.due += due;
      sums.kept += kept;
      const left = amount - returned;
      const pays = request.paymentStatus === "PAID" && request.paymentGatewayNo === razorpayPaymentId;
      const isHeld = disputes.some((row) => isOfIt(row) && row.status === "open");
      // Below zero where a bank took what had gone back already.
      if (pays || left < 0) ought.kept += left;
      else if (isHeld) ought.due += left;
    }
    return { request, sums, ought };
  }

  #payments(): GatewayPayment[] {
    return [...this.#world.gateway.payments.values()].filter(({ order_id }) => order_id === this.#orderId);
  }

  /** The latest payment of which the gateway has money. */
  #captured(): GatewayPayment | undefined {
    return this.#payments().findLast(({ status }) => status === "captured" || status === "refunded");
  }

  async #doIt(event: MoneyEvent): Promise<boolean> {
    const { gateway, services, db, owner } = this.#world;
    const viewer = { address: "127.0.0.1", session: { userId: owner.userId, sessionId: "s" } };
    const visaRequestId = this.#visaRequestId;
    const order = this.#orderId;
    switch (event) {
      case "authorised": {
        const payment = gateway.pay(order, { status: "authorized" }).razorpay_payment_id;
        return this.#tell("payment.authorized", { order, payment });
      }
      case "captured": {
        const authorised = this.#payments().findLast(({ status }) => status === "authorized");
        if (authorised) authorised.status = "captured";
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
            whereaboutsOf(
              paying,
              ledger.refunds.filter((one) => one.razorpayPaymentId === paying.razorpayPaymentId),
            ).returned) /
            100,
        );
        await services.refundDecisions.withdraw(viewer, { visaRequestId, expectedAmount });
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
        return services.visaRequests.cancel(viewer, visaRequestId).then(
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
    await this.#world.services.webhooks.receive(Buffer.from(body), {
      signature: headers["x-razorpay-signature"]!,
      eventId: headers["x-razorpay-event-id"]!,
    });
    return true;
  }
}

import "reflect-metadata";
import { describe, expect, test } from "@jest/globals";
import type { GatewayPayment } from "../../../core/gatewayPort";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { PaymentEntity, PaymentOrderEntity } from "../payment.entity";
import { findUntakenReason } from "./settlement.rules";
import { SettlementService } from "./settlement.service";

const order = {
  paymentOrderId: "o",
  visaRequestId: "r",
  razorpayOrderId: "order_A",
  amount: 100_00,
  priceVersion: 1,
} as PaymentOrderEntity;
const payment = {
  id: "pay_1",
  orderId: "order_A",
  amount: 100_00,
  currency: "INR",
  status: "captured",
} as GatewayPayment;
const unpaid = {
  visaRequestId: "r",
  visaRequestStatus: "PENDING",
  priceVersion: 1,
  totalPrice: 100,
  createdAt: "2026-11-29T06:00:00.000Z",
  expectedDate: "2026-12-05",
} as const;

interface Scene {
  request?: Partial<VisaRequestEntity>;
  /** The payment's row, if it is already recorded. */
  known?: Partial<PaymentEntity>;
  /** True if the payment is already recorded as uncaptured. */
  isUntaken?: boolean;
  /** The payment's status after the capture. */
  captured?: GatewayPayment["status"];
}

/** Returns the service, and the names and values of what it stores and reports. */
function makeService({ request = unpaid, known, isUntaken = false, captured = "captured" }: Scene = {}) {
  const done: [what: string, about: unknown][] = [];
  const note = (what: string) => async (_transaction: unknown, about: unknown) =>
    void done.push([what, about]);
  const transaction = {
    existsBy: async () => isUntaken,
    findOneBy: async () => known ?? null,
    insert: async () => undefined,
    query: async () => [request],
    update: async () => ({ affected: 1 }),
  };
  const service = new SettlementService({
    audit: { record: note("audit") },
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    db: { read: transaction, write: (work: (manager: object) => Promise<unknown>) => work(transaction) },
    gateway: {
      capture: async (paymentId: string) => {
        done.push(["capture", paymentId]);
        return { ...payment, status: captured };
      },
    },
    log: { info: () => undefined, warn: () => undefined },
    notifications: {
      enqueue: async (_: unknown, { event }: { event: string }) => void done.push(["message", event]),
    },
    orderLeases: { run: (_id: string, _find: unknown, work: () => Promise<unknown>) => work() },
    partnerEvents: { record: note("event") },
    visaRequests: {
      change: async (_: unknown, read: object, changes: object) => {
        done.push(["request", changes]);
        return { ...read, ...changes };
      },
    },
  } as unknown as ConstructorParameters<typeof SettlementService>[0]);
  return { service, done };
}

describe("a payment", () => {
  test("pays even if another call reports at the same time that it failed", async () => {
    const { service } = makeService();
    const results = [{ ...payment, status: "failed" } as const, payment].map((one) =>
      service.settle(order, one),
    );
    expect(await Promise.all(results)).toMatchObject([{ code: "PAYMENT_NOT_CAPTURED" }, "SETTLED"]);
  });

  test("that has paid for another order does not pay for this one", async () => {
    const { service } = makeService({ known: { razorpayOrderId: "order_B", outcome: "SETTLED" } });
    const settlement = await service.settle(order, { ...payment, orderId: "order_B" });
    expect(settlement).toMatchObject({ code: "PAYMENT_NOT_CAPTURED" });
  });

  test("that the gateway does not capture is not recorded", async () => {
    const { service, done } = makeService({ captured: "failed" });
    const settlement = await service.settle(order, { ...payment, status: "authorized" });
    expect([settlement, done]).toMatchObject([{ code: "PAYMENT_NOT_CAPTURED" }, [["capture", "pay_1"]]]);
  });
});

test("an authorised payment that cannot be used is audited and reported once", async () => {
  const reserved = { ...payment, status: "authorized" } as const;
  const request = { ...unpaid, visaRequestStatus: "CANCELLED" } as const;
  const first = makeService({ request });
  expect(await first.service.settle(order, reserved)).toBe("UNTAKEN");
  expect(first.done).toEqual([
    ["audit", "PAYMENT_NOT_TAKEN"],
    ["event", "application.payment_not_captured"],
    ["message", "PAYMENT_NOT_TAKEN"],
  ]);
  const later = makeService({ request, isUntaken: true });
  expect(await later.service.settle(order, reserved)).toBe("UNTAKEN");
  expect(later.done).toEqual([]);
});

describe("a payment that was refunded before it was recorded", () => {
  const returned = { ...payment, status: "refunded" } as const;

  test.each(["PENDING", "REFUND_DUE"] as const)(
    "voids the order if it is the one for the current price, while the application is %s",
    async (paymentStatus) => {
      const { service, done } = makeService({ request: { ...unpaid, paymentStatus } });
      await service.ingest(order, returned);
      expect(done).toEqual([
        ["audit", "REFUND_DUE"],
        ["request", { paymentStatus: "REFUND_DUE", priceVersion: 2 }],
      ]);
    },
  );

  test("does not void the order for a later price", async () => {
    const request = { ...unpaid, paymentStatus: "PENDING", priceVersion: 2 } as const;
    const { service, done } = makeService({ request });
    await service.ingest(order, returned);
    expect(done).toContainEqual(["request", { paymentStatus: "REFUND_DUE", priceVersion: 2 }]);
  });
});

test.each([
  ["captured", ["PAYMENT_SETTLED"]],
  ["refunded", ["REFUND_DUE", "PAYMENT_SETTLED"]],
  ["failed", ["PAYMENT_SETTLED"]],
] as const)(
  "an order's authorised payment is captured only if none is captured: %s",
  async (status, recorded) => {
    const { service, done } = makeService();
    await service.ingestAll(order, [
      { ...payment, id: "pay_2", status: "authorized" },
      { ...payment, status },
    ]);
    const audited = done.filter(([what]) => what === "audit").map(([, action]) => action);
    expect(audited).toEqual(recorded);
    const captures = done.filter(([what]) => what === "capture");
    expect(captures).toEqual(status === "captured" ? [] : [["capture", "pay_2"]]);
  },
);

test("a payment is usable only at the price of its order", () => {
  expect(findUntakenReason(unpaid, order)).toBeUndefined();
  expect(findUntakenReason({ ...unpaid, priceVersion: 2 }, order)).toBe("PRICE_CHANGED");
  expect(findUntakenReason({ ...unpaid, totalPrice: 101 }, order)).toBe("PRICE_CHANGED");
});

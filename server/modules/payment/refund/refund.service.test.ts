import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { RefundRejected } from "../../../core/gatewayPort";
import { RefundService } from "./refund.service";

const refund = { refundId: "r", razorpayPaymentId: "pay_1", amount: 100_00, state: "DUE", attempts: 0 };

interface Scene {
  /** The part of the payment of 100 rupees that a bank has deducted, in paise. */
  amountDeducted?: number;
  /** The payment's refunds, and those after they were read from the gateway. */
  before?: object[];
  after?: object[];
}

/** Returns the service, the failures that it reports, and the number of refunds that it inserts. */
function makeService({ amountDeducted = 0, before = [], after = before }: Scene = {}) {
  const reported: object[] = [];
  const inserted: object[] = [];
  let rows = before;
  const manager = {
    existsBy: async () => false,
    findOneBy: async () => ({
      razorpayPaymentId: "pay_1",
      amount: 100_00,
      amountDeducted,
      outcome: "REFUND_DUE",
    }),
    findOneByOrFail: async () => rows.at(-1) ?? refund,
    insert: async (_entity: object, row: object) => void inserted.push(row),
    query: async () => rows,
    update: async () => ({ affected: 1 }),
  };
  const service = new RefundService({
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    db: { read: manager, write: (work: (transaction: object) => Promise<unknown>) => work(manager) },
    gateway: { refund: () => Promise.reject(new RefundRejected("BAD_REQUEST_ERROR")) },
    refundReports: {
      reportFailed: async (_transaction: object, failed: object) => void reported.push(failed),
    },
    refundSync: {
      sync: async () => {
        rows = after;
        return true;
      },
    },
  } as unknown as ConstructorParameters<typeof RefundService>[0]);
  return { service, reported, inserted };
}

test("a refund that the gateway refuses is reported", async () => {
  const { service, reported } = makeService();
  await service.send("r");
  expect(reported).toMatchObject([{ refundId: "r", lastError: "BAD_REQUEST_ERROR" }]);
});

test("a failed refund that the gateway has made after all is not started again", async () => {
  const { service, inserted } = makeService({
    before: [{ ...refund, state: "FAILED" }],
    after: [{ ...refund, state: "DONE" }],
  });
  expect(await service.refund("pay_1", "")).toMatchObject({ refundId: "r", state: "DONE" });
  expect(inserted).toEqual([]);
});

test("less than a rupee is not refunded", async () => {
  const { service, inserted } = makeService({ amountDeducted: 99_50 });
  await expect(service.refund("pay_1", "")).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(inserted).toEqual([]);
});

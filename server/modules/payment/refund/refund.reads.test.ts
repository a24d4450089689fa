import "reflect-metadata";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { countFailing } from "../../../platform/db/processDueRows";
import { PaymentEntity } from "../payment.entity";
import { openUnitSource } from "../../../test/kit/data/unitSource";
import type { RefundEntity } from "./refund.entity";
import { countRefundsToRequest, findLedger } from "./refund.reads";
import { insertRefund, refundsToRequest } from "./refund.repository";
import { refundProgress } from "./refundOffers.rules";
import { alreadyReturned, inDispute } from "./returnedMoney.rules";

let source: DataSource;
beforeEach(async () => {
  source = await openUnitSource();
});
afterEach(() => source.destroy());

type Refund = Partial<Pick<RefundEntity, "amount" | "state" | "origin" | "lastError">>;

const failed: Refund = { state: "FAILED" };
const returned: Refund = { ...failed, lastError: alreadyReturned };
const inDashboard: Refund = { state: "DONE", origin: "GATEWAY" };

/** Inserts a payment and its refunds, a minute apart. */
async function insertRefunds(refunds: Refund[]): Promise<void> {
  const { manager } = source;
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));
  await manager.insert(PaymentEntity, {
    razorpayPaymentId: "pay_1",
    razorpayOrderId: "order_1",
    visaRequestId: "r",
    amount: 1_000_00,
    amountDeducted: 0,
    outcome: "SETTLED",
    createdAt: at(0).toISOString(),
  });
  for (const [minute, refund] of refunds.entries()) {
    const given = {
      razorpayPaymentId: "pay_1",
      amount: 499_00,
      reason: "",
      nextTryAt: "",
      origin: "OURS" as const,
    };
    await insertRefund(manager, { ...given, ...refund }, at(minute));
  }
}

describe("the number of refunds to request", () => {
  test.each<[string, Refund[], number]>([
    ["counts a due refund", [{}], 1],
    ["counts a refund to which the gateway did not respond", [{ lastError: "TIMEOUT" }], 1],
    ["excludes a refund that the gateway accepted", [{ state: "REQUESTED" }], 0],
    ["excludes a refund that waits for a dispute", [{ lastError: inDispute }], 0],
    ["excludes a completed refund", [{ state: "DONE" }], 0],
    ["counts a failed refund and its replacement once", [failed, {}], 1],
  ])("%s", async (_what, refunds, expected) => {
    await insertRefunds(refunds);
    expect(await countRefundsToRequest(source)).toBe(expected);
  });
});

/** Refunds of a payment, oldest first, and whether one of them failed and is still owed. */
const failures: [string, Refund[], boolean][] = [
  ["a failed refund", [failed], true],
  ["the second of two failed refunds", [failed, failed], true],
  ["a failed refund of money that was returned in another way", [returned], false],
  ["the second of two failed refunds, of money that was returned in another way", [failed, returned], false],
  ["a failed refund, then a completed one", [failed, { state: "DONE" }], false],
  ["a failed refund, then one in the dashboard", [failed, inDashboard], false],
  ["a refund in the dashboard, then a failed one", [inDashboard, failed], true],
  ["a failed refund in the dashboard", [{ ...failed, origin: "GATEWAY" }], false],
  ["a failed refund, then a failed one in the dashboard", [failed, { ...failed, origin: "GATEWAY" }], true],
];

describe.each(failures)("%s", (_what, refunds, isOwed) => {
  beforeEach(() => insertRefunds(refunds));

  test(`${isOwed ? "counts" : "does not count"} as a refund to request`, async () => {
    expect(await countRefundsToRequest(source)).toBe(isOwed ? 1 : 0);
  });

  test(`${isOwed ? "counts" : "does not count"} as failed for the traveller`, async () => {
    expect(refundProgress(await findLedger(source, "r"))?.state === "FAILED").toBe(isOwed);
  });
});

test("a failed refund counts for the traveller with at most what is left of the payment", async () => {
  await insertRefunds([{ ...inDashboard, amount: 500_00 }, failed]);
  // A bank takes back a part later.
  await source.manager.update(PaymentEntity, { visaRequestId: "r" }, { amountDeducted: 400_00 });
  expect(refundProgress(await findLedger(source, "r"))).toMatchObject({ amount: 600, state: "FAILED" });
});

describe("the number of failing refunds", () => {
  test.each<[string, Refund, number]>([
    ["counts a refund to which the gateway did not respond", { lastError: "TIMEOUT" }, 1],
    ["excludes a refund before its first attempt", {}, 0],
    ["excludes a refund that the gateway accepted", { state: "REQUESTED", lastError: "TIMEOUT" }, 0],
    ["excludes a refund that waits for a dispute", { lastError: inDispute }, 0],
  ])("%s", async (_what, refund, expected) => {
    await insertRefunds([refund]);
    expect(await countFailing({ rows: source }, refundsToRequest)).toBe(expected);
  });
});

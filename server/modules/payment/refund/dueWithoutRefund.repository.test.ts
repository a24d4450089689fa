import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { PaymentEntity } from "../payment.entity";
import { findDueWithoutRefund } from "../payment.repository";
import { openUnitSource } from "../../../test/kit/data/unitSource";
import type { RefundEntity } from "./refund.entity";
import { insertRefund } from "./refund.repository";

const at = "2026-11-23T06:30:00.000Z";

let source: DataSource;
beforeEach(async () => {
  source = await openUnitSource();
});
afterEach(() => source.destroy());

const insertPayment = (razorpayPaymentId: string, amountDeducted = 0) =>
  source.manager.insert(PaymentEntity, {
    razorpayPaymentId,
    razorpayOrderId: "order",
    visaRequestId: "r",
    amount: 1_000_00,
    amountDeducted,
    outcome: "REFUND_DUE",
    createdAt: at,
  });
const returnAtGateway = (razorpayPaymentId: string, amount: number, state: RefundEntity["state"]) =>
  insertRefund(
    source.manager,
    { razorpayPaymentId, amount, state, origin: "GATEWAY", reason: "", nextTryAt: at },
    new Date(at),
  );

test("payments with less than a rupee left do not wait for an automatic refund", async () => {
  await insertPayment("all but 99 paise deducted", 999_01);
  await insertPayment("all but a rupee deducted", 999_00);
  await insertPayment("all but 99 paise returned");
  await returnAtGateway("all but 99 paise returned", 500_00, "DONE");
  await returnAtGateway("all but 99 paise returned", 499_01, "REQUESTED");
  await insertPayment("not returned after all");
  await returnAtGateway("not returned after all", 1_000_00, "FAILED");
  const due = await findDueWithoutRefund(source.manager, { atLeast: 100, limit: 50 });
  expect(due.map(({ razorpayPaymentId }) => razorpayPaymentId).sort()).toEqual([
    "all but a rupee deducted",
    "not returned after all",
  ]);
});

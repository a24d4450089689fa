import { describe, expect, test } from "@jest/globals";
import type { GatewayRefund } from "../../../core/gatewayPort";
import type { RefundEntity } from "./refund.entity";
import { capRefunds, findUnknown } from "./returnedMoney.rules";

type State = RefundEntity["state"];
const refund = (state: State, amount: number, razorpayRefundId: string | null = null) => ({
  state,
  amount,
  razorpayRefundId,
});

describe("a refund that the gateway does not have yet", () => {
  const payment = { amount: 1000_00, amountDeducted: 0, outcome: "REFUND_DUE" as const };
  test.each<[string, number, ReturnType<typeof refund>[], number[]]>([
    ["keeps its amount if enough is left", 0, [refund("DUE", 400_00), refund("DONE", 600_00)], []],
    ["is reduced to what is left", 0, [refund("DUE", 1000_00), refund("DONE", 123_45)], [876_55]],
    ["is reduced by refunds in progress", 0, [refund("REQUESTED", 999_00), refund("DUE", 2_00)], [1_00]],
    ["is reduced to 0 if less than a rupee is left", 0, [refund("DONE", 999_01), refund("DUE", 1_00)], [0]],
    ["is reduced to 0 if everything was returned", 0, [refund("DONE", 1000_00), refund("DUE", 1000_00)], [0]],
    ["is not reduced by failed refunds", 0, [refund("FAILED", 1000_00), refund("DUE", 1000_00)], []],
    ["is reduced by a bank's deduction", 300_00, [refund("DUE", 1000_00)], [700_00]],
    ["is reduced by an older one", 0, [refund("DUE", 800_00), refund("DUE", 800_00)], [200_00]],
  ])("%s", (_what, amountDeducted, refunds, capped) => {
    expect(capRefunds({ ...payment, amountDeducted }, refunds).map(({ amount }) => amount)).toEqual(capped);
  });
});

test("findUnknown returns the payments of listed refunds that are not stored, or are stored in another state", () => {
  const listed = (id: string, status: GatewayRefund["status"]): GatewayRefund => ({
    id,
    paymentId: `pay_of_${id}`,
    amount: 1,
    receipt: null,
    status,
  });
  const rows = [refund("DONE", 1, "a"), refund("REQUESTED", 1, "b"), refund("REQUESTED", 1, "c")];
  const all = [
    listed("a", "processed"),
    listed("a", "failed"),
    listed("b", "pending"),
    listed("c", "processed"),
    listed("new", "pending"),
    listed("vain", "failed"),
  ];
  expect(findUnknown(all, rows)).toEqual(["pay_of_c", "pay_of_new"]);
});

import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { requestRow } from "../../../test/kit/data/requestRow";
import type { ApprovalEntity } from "../../approval/approval.entity";
import { StaffRefundService } from "./staffRefund.service";

test("an approved refund is not made if the gateway has made an earlier one after all", async () => {
  const request = requestRow({
    visaRequestStatus: "PROCESSING",
    paymentStatus: "PAID",
    paymentGatewayNo: "pay_1",
  });
  const payment = { razorpayPaymentId: "pay_1", visaRequestId: request.visaRequestId, amount: 1_000_00 };
  const refund = {
    razorpayPaymentId: "pay_1",
    amount: 100_00,
    origin: "OURS",
    state: "FAILED",
    lastError: "X",
  };
  const transaction = {
    query: async (sql: string) => {
      if (sql.includes("FROM refund")) return [refund];
      return sql.includes("FROM payment")
        ? [{ ...payment, amountDeducted: 0, outcome: "SETTLED" }]
        : [request];
    },
  };
  const decisions: object[] = [];
  const service = new StaffRefundService({
    approvals: { agree: async () => undefined },
    db: { write: (work: (manager: object) => Promise<unknown>) => work(transaction) },
    refundDecisions: {
      decide: async (...given: [object, object, object, object]) => void decisions.push(given[3]),
      syncFailedRefunds: async () => void (refund.state = "DONE"),
    },
    refunds: { send: async () => undefined },
  } as unknown as ConstructorParameters<typeof StaffRefundService>[0]);
  const asked = JSON.stringify({ reason: "OUR_MISTAKE", amount: 1000 });
  const approval = { subjectId: request.visaRequestId, askedByStaffId: "ravi", asked } as ApprovalEntity;
  await expect(service.carryOut(approval, "meera")).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(decisions).toEqual([]);
});

import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { PaymentEntity } from "../payment.entity";
import type { RefundEntity } from "./refund.entity";
import { RefundReportService } from "./refundReport.service";

test.each([
  ["OURS", ["refund.failed"]],
  ["GATEWAY", []],
] as const)("a failed refund of the origin %s is reported to the partner as %j", async (origin, events) => {
  const request = { visaRequestId: "v", version: 1 };
  const payment = { razorpayPaymentId: "pay_1", visaRequestId: "v", outcome: "SETTLED" };
  const transaction = {
    findOneBy: async (entity: object) => (entity === PaymentEntity ? payment : request),
    query: async () => [request],
  };
  const reported: string[] = [];
  const versions: number[] = [];
  const service = new RefundReportService({
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    log: { error: () => undefined },
    partnerEvents: { record: async (_transaction: object, type: string) => reported.push(type) },
    visaRequests: {
      change: async () => {
        versions.push(request.version + 1);
        return request;
      },
    },
  } as never);
  const refund = { razorpayPaymentId: "pay_1", refundId: "r", origin, lastError: "REFUND_FAILED" };
  await service.reportFailed(transaction as never, refund as RefundEntity);
  expect(reported).toEqual(events);
  expect(versions).toEqual([2]);
});

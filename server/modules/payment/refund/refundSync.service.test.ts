import "reflect-metadata";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import type { GatewayDispute } from "../../../core/gatewayPort";
import { requestRow } from "../../../test/kit/data/requestRow";
import { openUnitSource } from "../../../test/kit/data/unitSource";
import { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { PaymentEntity } from "../payment.entity";
import { RefundEntity } from "./refund.entity";
import { insertRefund } from "./refund.repository";
import { RefundSyncService } from "./refundSync.service";

const start = new Date("2026-11-29T06:30:00.000Z");
const minute = 60_000;

let source: DataSource;
let now: Date;
beforeEach(async () => {
  source = await openUnitSource();
  now = start;
});
afterEach(() => source.destroy());

/** Returns the service, the changes of applications, the starts of scans for refunds, and the audited actions. */
function makeService() {
  const changes: object[] = [];
  const scans: Date[] = [];
  const actions: string[] = [];
  const { manager } = source;
  const service = new RefundSyncService({
    approvals: { closeRefund: async () => undefined },
    clock: { now: () => now },
    db: { read: manager, write: (work: (transaction: object) => Promise<unknown>) => work(manager) },
    gateway: {
      findLatestDisputes: async () => [],
      findRefundsSince: async (from: Date) => {
        scans.push(from);
        return [];
      },
    },
    log: { warn: () => undefined },
    refundReports: { record: async (_transaction: object, action: string) => void actions.push(action) },
    visaRequests: {
      change: async (_transaction: object, read: object, change: object) => {
        if (Object.keys(change).length > 0) changes.push(change);
        return read;
      },
    },
  } as unknown as ConstructorParameters<typeof RefundSyncService>[0]);
  return { service, changes, scans, actions };
}

test("the deductions of two disputes add up, and the application stays due if another payment is", async () => {
  const paid = { visaRequestStatus: "SUBMITTED", paymentStatus: "PAID", paymentGatewayNo: "pay_1" } as const;
  const request = requestRow(paid);
  const { visaRequestId } = request;
  await source.manager.insert(VisaRequestEntity, request);
  for (const [razorpayPaymentId, outcome] of [
    ["pay_1", "SETTLED"],
    ["pay_2", "REFUND_DUE"],
  ] as const)
    await source.manager.insert(PaymentEntity, {
      razorpayPaymentId,
      razorpayOrderId: "order",
      visaRequestId,
      amount: 1_000_00,
      amountDeducted: 0,
      outcome,
      createdAt: start.toISOString(),
    });
  const { service, changes, actions } = makeService();
  const lose = (id: string, amount: number) =>
    service.syncDispute({
      id,
      paymentId: "pay_1",
      amount,
      amountDeducted: amount,
      status: "lost",
    } satisfies GatewayDispute);
  await lose("disp_1", 600_00);
  expect(changes).toEqual([]);
  await lose("disp_2", 400_00);
  expect(await source.manager.findOneBy(PaymentEntity, { razorpayPaymentId: "pay_1" })).toMatchObject({
    amountDeducted: 1_000_00,
    outcome: "REFUNDED",
  });
  expect(changes).toEqual([{ paymentStatus: "REFUND_DUE" }]);
  expect(actions).toEqual(["DISPUTE_CHANGED", "DISPUTE_CHANGED"]);
});

describe("a refund that waits for the bank's decision", () => {
  /** Returns the refund after the bank's decision. */
  async function decide(decision: Pick<GatewayDispute, "status" | "amountDeducted">) {
    const { manager } = source;
    await manager.insert(PaymentEntity, {
      razorpayPaymentId: "pay_1",
      razorpayOrderId: "order",
      visaRequestId: "r",
      amount: 1_000_00,
      amountDeducted: 0,
      outcome: "REFUND_DUE",
      createdAt: start.toISOString(),
    });
    const nextTryAt = new Date(start.getTime() + 60 * minute).toISOString();
    const given = { razorpayPaymentId: "pay_1", amount: 1_000_00, reason: "", nextTryAt };
    const before = await insertRefund(manager, { ...given, origin: "OURS" }, start);
    await makeService().service.syncDispute({
      id: "disp_1",
      paymentId: "pay_1",
      amount: 1_000_00,
      ...decision,
    });
    const { refundId } = before;
    return { before, after: (await manager.findOneBy(RefundEntity, { refundId }))! };
  }

  test("is due as soon as the dispute is won", async () => {
    const { before, after } = await decide({ status: "won", amountDeducted: 0 });
    expect(after).toEqual({ ...before, nextTryAt: start.toISOString() });
  });

  test("is reduced by the deduction, and then needs another idempotency key", async () => {
    const { before, after } = await decide({ status: "lost", amountDeducted: 400_00 });
    expect(after.amount).toBe(600_00);
    expect(after.idempotencyKey).not.toBe(before.idempotencyKey);
  });
});

test("a scan for unreported refunds overlaps the previous one by an hour", async () => {
  const { service, scans } = makeService();
  const { signal } = new AbortController();
  await service.reconcile(signal);
  now = new Date(start.getTime() + 10 * minute);
  await service.reconcile(signal);
  expect(scans[1]).toEqual(new Date(start.getTime() - 60 * minute));
});

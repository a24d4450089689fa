import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { DomainError } from "../../../core/errors";
import { toPrincipal } from "../../../core/principal";
import type { PaymentOrderEntity } from "../payment.entity";
import { OrderService } from "./order.service";
import { OrderOpeningService } from "./orderOpening.service";

const now = "2026-11-29T06:30:00.000Z";
const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });

/** Hands out an old order, and returns its changes. `isClosed` is true if its request was closed after it was read. */
async function handOut({ isClosed }: { isClosed: boolean }) {
  const request = {
    visaRequestId: "r",
    priceVersion: 1,
    visaRequestStatus: "PENDING",
    paymentStatus: "PENDING",
  };
  const order = {
    paymentOrderId: "o",
    visaRequestId: "r",
    state: "OPEN",
    handedOutAt: "2026-11-01T00:00:00.000Z",
  };
  const updates: object[] = [];
  const transaction = {
    update: async (_entity: object, _where: object, changes: object) => {
      updates.push(changes);
      return { affected: 1 };
    },
  };
  const service = new OrderService({
    clock: { now: () => new Date(now) },
    db: {
      read: { findOneBy: async () => order },
      write: (work: (manager: object) => Promise<unknown>) => work(transaction),
    },
    gateway: { keyId: "rzp_test_key" },
    visaRequests: {
      getRequest: async () => ({ ...request, travelDate: "2026-12-24" }),
      getOpenRequest: async () => {
        if (isClosed) throw new DomainError("INVALID_STATE", "This application can no longer be changed");
      },
    },
  } as unknown as ConstructorParameters<typeof OrderService>[0]);
  const outcome = await service.createOrder(caller, "r").catch((error: unknown) => error);
  return { outcome, updates };
}

test("an order is not handed out again if its request was closed after it was read", async () => {
  const { outcome, updates } = await handOut({ isClosed: true });
  expect(outcome).toMatchObject({ code: "INVALID_STATE" });
  expect(updates).toEqual([]);
});

test("an order that is handed out again becomes due for a check", async () => {
  expect((await handOut({ isClosed: false })).updates).toEqual([{ handedOutAt: now, nextAskAt: null }]);
});

test("an order that another process has opened does not change, and one of another amount is not ours", async () => {
  const order = {
    paymentOrderId: "o",
    visaRequestId: "r",
    priceVersion: 1,
    receipt: "VP-1/1",
    amount: 100_00,
  };
  const [calls, conditions]: [string[], object[]] = [[], []];
  const manager = {
    findOneBy: async () => ({ ...order, razorpayOrderId: "order_B" }),
    update: async (_entity: object, where: object) => {
      conditions.push(where);
      return { affected: 1 };
    },
  };
  const opening = new OrderOpeningService({
    db: { read: manager, write: (work: (transaction: object) => Promise<unknown>) => work(manager) },
    gateway: {
      createOrder: async () => {
        calls.push("create");
        return { id: "order_B" };
      },
      findOrderByReceipt: async () => {
        calls.push("find");
        return { id: "order_A", amount: 200_00, currency: "INR" };
      },
    },
    orderLeases: { run: (_id: string, _find: unknown, work: (wasLeased: boolean) => unknown) => work(false) },
  } as unknown as ConstructorParameters<typeof OrderOpeningService>[0]);
  await opening.open({ ...order, razorpayOrderId: null } as PaymentOrderEntity, { mayExist: true });
  expect(calls).toEqual(["find", "create"]);
  expect(conditions).toEqual([{ paymentOrderId: "o", state: "INTENT" }]);
});

import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { DomainError } from "../../../core/errors";
import { toPrincipal } from "../../../core/principal";
import { OrderService } from "./order.service";

test("an order is not handed out again if its request was closed after it was read", async () => {
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
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    db: {
      read: { findOneBy: async () => order },
      write: (work: (manager: object) => Promise<unknown>) => work(transaction),
    },
    gateway: { keyId: "rzp_test_key" },
    visaRequests: {
      getRequest: async () => ({ ...request, travelDate: "2026-12-24" }),
      getOpenRequest: async () => {
        throw new DomainError("INVALID_STATE", "This application can no longer be changed");
      },
    },
  } as unknown as ConstructorParameters<typeof OrderService>[0]);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });
  await expect(service.createOrder(caller, "r")).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(updates).toEqual([]);
});

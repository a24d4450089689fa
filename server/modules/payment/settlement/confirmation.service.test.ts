import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../../core/principal";
import { rateLimited } from "../../../platform/rateLimiting/rateLimited";
import { ConfirmationService } from "./confirmation.service";

test("a confirmation over the limit does not call the gateway", async () => {
  const calls: string[] = [];
  const service = new ConfirmationService({
    db: {
      read: { existsBy: async () => true, findOneBy: async () => ({ razorpayOrderId: "order_A" }) },
    },
    gateway: { verifiesCheckout: () => true },
    limits: {
      count: async (_caller: object, name: string) => {
        throw rateLimited(60, name);
      },
    },
    settlement: { findPayment: async (paymentId: string) => void calls.push(paymentId) },
    visaRequests: { getRequest: async () => ({ visaRequestId: "r" }) },
  } as unknown as ConstructorParameters<typeof ConfirmationService>[0]);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });
  const proof = { visaRequestId: "r", orderId: "order_A", paymentId: "pay_1", signature: "s" };
  const limited = { code: "RATE_LIMITED", message: expect.stringContaining("gateway") };
  await expect(service.confirm(caller, proof)).rejects.toMatchObject(limited);
  await expect(service.confirmByPaymentId(caller, "r", "pay_1")).rejects.toMatchObject(limited);
  expect(calls).toEqual([]);
});

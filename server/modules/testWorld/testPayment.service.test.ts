import { expect, test } from "@jest/globals";
import { GatewayUnavailable } from "../../core/gatewayPort";
import { toPrincipal } from "../../core/principal";
import { TestPaymentService } from "./testPayment.service";

const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });

test("an outage can be requested again if the sandbox did not respond, but not during another request", async () => {
  let failures = 1;
  const service = new TestPaymentService({
    clock: { now: () => new Date("2026-11-29T12:00:00Z") },
    sandboxPayer: {
      breakFor: async () => {
        if (failures-- > 0) throw new GatewayUnavailable("TIMEOUT");
      },
    },
  } as never);
  const breakProvider = () => service.breakProvider(caller, 10);
  await expect(breakProvider()).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
  const [first, second] = await Promise.allSettled([breakProvider(), breakProvider()]);
  expect(first).toMatchObject({ value: "2026-11-29T12:00:10.000Z" });
  expect(second).toMatchObject({ reason: { code: "INVALID_STATE" } });
});

test("an outage between the two payments of TWICE is reported with the payment that was made", async () => {
  const service = new TestPaymentService({
    confirmations: { confirm: async () => ({}) },
    orders: { createOrder: async () => ({ orderId: "order", amount: 100 }) },
    sandboxPayer: {
      pay: async () => ({}),
      payAmount: async () => {
        throw new GatewayUnavailable("TIMEOUT");
      },
    },
  } as never);
  await expect(service.pay(caller, { visaRequestId: "request", outcome: "TWICE" })).rejects.toMatchObject({
    code: "PROVIDER_UNAVAILABLE",
    message: "The first payment was made, but the payment provider did not respond to the second one",
  });
});

import { expect, test } from "@jest/globals";
import { GatewayUnavailable } from "../../core/gatewayPort";
import { toPrincipal } from "../../core/principal";
import { TestPaymentService } from "./testPayment.service";

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
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });
  const breakProvider = () => service.breakProvider(caller, 10);
  await expect(breakProvider()).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
  const [first, second] = await Promise.allSettled([breakProvider(), breakProvider()]);
  expect(first).toMatchObject({ value: "2026-11-29T12:00:10.000Z" });
  expect(second).toMatchObject({ reason: { code: "INVALID_STATE" } });
});

import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { RazorpayGateway } from "./razorpayGateway";

const keySecret = "key-secret";
const webhookSecret = "webhook-secret";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const gateway = new RazorpayGateway(
  { keyId: "rzp_live_x", keySecret, webhookSecret, previousWebhookSecret: undefined, apiUrl: "http://x" },
  { log: silent, timeoutMs: 1_000 },
);

const sign = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest("hex");
const proof = { orderId: "order_A", paymentId: "pay_A" };
const body = Buffer.from("{}");

describe.each([
  [
    "checkout",
    sign("order_A|pay_A", keySecret),
    (signature: string) => gateway.verifiesCheckout({ ...proof, signature }),
  ],
  [
    "webhook",
    sign("{}", webhookSecret),
    (signature: string) => gateway.readWebhook({ bytes: body, header: () => signature }) !== "UNSIGNED",
  ],
])("the signature of a %s", (_what, right, verifies) => {
  test("is 64 hex digits, in lower or upper case", () => {
    expect([right, right.toUpperCase()].map(verifies)).toEqual([true, true]);
  });

  test.each([
    ["nothing", ""],
    ["63 digits", right.slice(0, 63)],
    ["65 digits", `${right}0`],
    ["66 digits", `${right}00`],
    ["the right one plus a non-digit", `${right}z`],
    ["the right one plus a line break", `${right}\n`],
    ["a space before the right one", ` ${right}`],
    ["the right one twice", right + right],
    ["a different signature", (right.startsWith("0") ? "1" : "0") + right.slice(1)],
  ])("is not %s", (_wrong, signature) => {
    expect(verifies(signature)).toBe(false);
  });
});

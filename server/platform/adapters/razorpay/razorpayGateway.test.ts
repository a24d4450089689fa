import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { GatewayRejected, RefundRejected } from "../../../core/gatewayPort";
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

describe("a response", () => {
  let razorpay: Server;
  let respond: (address: URL) => [status: number, body: object];
  let remote: RazorpayGateway;
  beforeAll(async () => {
    razorpay = createServer((request, response) => {
      const address = new URL(request.url!, "http://x");
      const [status, body] = respond(address);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await once(razorpay, "listening");
    const apiUrl = `http://127.0.0.1:${(razorpay.address() as AddressInfo).port}`;
    const keys = { keyId: "rzp_live_x", keySecret, webhookSecret, previousWebhookSecret: undefined };
    remote = new RazorpayGateway({ ...keys, apiUrl }, { log: silent, timeoutMs: 5_000 });
  });
  afterAll(async () => {
    razorpay.closeAllConnections();
    await new Promise((resolve) => razorpay.close(resolve));
  });

  const toList = (items: object[]) => ({ entity: "collection", count: items.length, items });
  const refund = { amount: 100, receipt: "r", idempotencyKey: "k" };

  test("rejects a refund for ever only if its status is 400", async () => {
    const error = { code: "BAD_REQUEST_ERROR", description: "" };
    respond = () => [400, { error }];
    await expect(remote.refund("pay_AAAAAAAAAAAAAA", refund)).rejects.toThrow(RefundRejected);
    respond = () => [401, { error }];
    await expect(remote.refund("pay_AAAAAAAAAAAAAA", refund)).rejects.toThrow(GatewayRejected);
  });

  test("with a full page of refunds is followed by the next page", async () => {
    const one = { id: "rfnd_A", payment_id: "pay_A", amount: 100, receipt: null, status: "processed" };
    respond = ({ searchParams }) => [
      200,
      toList(Array.from({ length: searchParams.get("skip") === "100" ? 1 : 100 }, () => one)),
    ];
    expect(await remote.findRefundsByPayment("pay_AAAAAAAAAAAAAA")).toHaveLength(101);
  });

  test("with several orders returns the oldest one that has the receipt", async () => {
    const order = { amount: 100, currency: "INR" };
    respond = () => [
      200,
      toList([
        { ...order, id: "order_C", receipt: "VP-1/1" },
        { ...order, id: "order_B", receipt: "VP-1/1" },
        { ...order, id: "order_A", receipt: "VP-1/10" },
      ]),
    ];
    expect(await remote.findOrderByReceipt("VP-1/1")).toMatchObject({ id: "order_B" });
  });
});

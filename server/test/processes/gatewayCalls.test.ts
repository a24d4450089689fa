import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "@jest/globals";
import pLimit from "p-limit";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import {
  signedInTraveller,
  toConfirmation,
  toStory,
  signIn,
  type Traveller,
} from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { atEach, provideProcesses } from "../kit/server/processes";
import type { TestServer } from "../kit/server/testServer";
import { addApplicant } from "../kit/stories/applicants";

/** If three processes learn of a payment at the same moment, the gateway gets one order and one capture. */

const provided = provideProcesses();

let files: PassportFiles;
beforeAll(async () => {
  files = await makeSmallFiles();
  // Without a delay, the first call would end before the second one begins.
  provided.gateway.delayMs = 200;
});

const countCreatedOrders = () => provided.gateway.countCalls("POST /v1/orders");
const countCaptures = (paymentId: string) =>
  provided.gateway.countCalls(`POST /v1/payments/${paymentId}/capture`);
const createOrder = (traveller: Traveller, visaRequestId: string) =>
  traveller.do(documents.createPaymentOrder, { visaRequestId });

function postWebhook(server: TestServer, paymentId: string): Promise<Response> {
  const webhook = provided.gateway.makeWebhook("payment.authorized", { payment: paymentId });
  return fetch(`${server.url}/api/payment/webhook`, { method: "POST", ...webhook });
}

test("36 payments, each reported to all processes and by webhook, cause 36 orders and 36 captures", async () => {
  const { gateway, servers } = provided;
  const pay = async (own: Traveller) => {
    await addApplicant(own, files);
    const { visaRequestId } = own.request;
    const travellers = atEach(servers, own);
    const orders = await Promise.all(travellers.map((one) => createOrder(one, visaRequestId)));
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1);
    const proof = gateway.pay(orders[0]!.orderId, { status: "authorized" });
    const [webhook, ...confirmed] = await Promise.all([
      postWebhook(servers[0]!, proof.razorpay_payment_id),
      ...travellers.map((one) =>
        one.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) }),
      ),
    ]);
    expect(webhook.status).toBe(200);
    for (const request of confirmed) expect(request).toMatchObject({ paymentStatus: "PAID" });
  };
  const limit = pLimit(4);
  const payThree = async (server: TestServer) => {
    const own = await signIn(server);
    for (let count = 0; count < 3; count++) await pay(await toStory(own).withRequest());
  };
  await Promise.all(Array.from({ length: 12 }, (_, number) => limit(() => payThree(servers[number % 3]!))));

  expect(countCreatedOrders()).toBe(36);
  expect(gateway.payments.size).toBe(36);
  for (const { id, status } of gateway.payments.values())
    expect([status, countCaptures(id)]).toEqual(["captured", 1]);
  await poll(async () => {
    const { webhook_event: events } = await readTables(servers[0]!, ["webhook_event"]);
    expect(events.map(({ state }) => state)).toEqual(Array(36).fill("DONE"));
  });
});

test("another process captures a payment if the first one is killed during the capture", async () => {
  const { gateway, servers } = provided;
  const own = await signedInTraveller(servers[1]!).withRequest();
  await addApplicant(own, files);
  const { visaRequestId } = own.request;
  const { orderId } = await createOrder(own, visaRequestId);
  const proof = gateway.pay(orderId, { status: "authorized" });
  const paymentId = proof.razorpay_payment_id;
  gateway.meetAt(`POST /v1/payments/${paymentId}/capture`, "silence");
  const input = { visaRequestId, ...toConfirmation(proof) };
  const [first, second] = atEach(servers, own) as [Traveller, Traveller];
  const lost = first.call(documents.confirmPayment, { input }).catch(() => undefined);
  await poll(() => expect(countCaptures(paymentId)).toBe(1));
  await servers[0]!.stop("SIGKILL");
  await lost;

  const confirmed = second.do(documents.confirmPayment, input);
  await pause(1_000);
  expect(countCaptures(paymentId)).toBe(1);
  // Shortens the lease of 30 s to save time; a call to the gateway would still end before the lease does.
  const end = new Date(Date.now() + 16_000).toISOString();
  await editDatabase(servers[1]!, `UPDATE payment_order SET "gatewayLease" = ? WHERE "razorpayOrderId" = ?`, [
    ...[`${end} of the killed process`, orderId],
  ]);
  expect(await confirmed).toMatchObject({ paymentStatus: "PAID" });
  expect(countCaptures(paymentId)).toBe(2);
  const { payment } = await readTables(servers[1]!, ["payment"]);
  expect(payment.filter(({ razorpayPaymentId }) => razorpayPaymentId === paymentId)).toHaveLength(1);
});

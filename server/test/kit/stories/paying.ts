import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@jest/globals";
import type { Order, Payment } from "../../../sandbox/entities";
import type { GraphqlAnswer } from "../wire/callApi";
import type { DataOf, Read, ReadList } from "../wire/read";
import * as documents from "../documents";
import { readTables, requestTables, type Tables } from "../data/readTables";
import type { RunningServer } from "../server/runningServer";
import { toConfirmation, type CheckoutProof, type Traveller } from "../personas/traveller";

/** Settings for `TestServer.start` with which the server learns about payments only from the caller. */
export const withoutWebhooks = { SANDBOX_WEBHOOKS: "0" };

/** Confirms the payment of the traveller's request; `changes` override the checkout's proof. */
export function confirm(
  traveller: Traveller,
  proof: Partial<CheckoutProof>,
  changes: Record<string, unknown> = {},
): Promise<GraphqlAnswer<DataOf<typeof documents.confirmPayment>>> {
  const { visaRequestId } = traveller.request;
  return traveller.call(documents.confirmPayment, {
    input: { visaRequestId, ...toConfirmation(proof), ...changes },
  });
}

/** Requests an order for the traveller's request. */
export function order(
  traveller: Traveller,
): Promise<GraphqlAnswer<DataOf<typeof documents.createPaymentOrder>>> {
  const { visaRequestId } = traveller.request;
  return traveller.call(documents.createPaymentOrder, { input: { visaRequestId } });
}

/** Runs `work` and expects it to leave all applications and payments in the database unchanged. */
export async function changingNothing<T>(server: RunningServer, work: () => Promise<T>): Promise<T> {
  const before = await readTables(server, requestTables);
  const result = await work();
  expect(await readTables(server, requestTables)).toEqual(before);
  return result;
}

/** Returns the payments on record for the traveller's request. */
export async function readPayments({
  server,
  request,
}: Traveller): Promise<ReadList<Tables["payment"][number]>> {
  const { payment } = await readTables(server, ["payment"]);
  return payment.filter(({ visaRequestId }) => visaRequestId === request.visaRequestId) as ReadList<
    Tables["payment"][number]
  >;
}

/** Returns a checkout signature as Razorpay makes it, with the sandbox's secret. */
export async function signCheckout(
  server: RunningServer,
  orderId: string,
  paymentId: string,
): Promise<string> {
  return createHmac("sha256", await readKeySecret(server))
    .update(`${orderId}|${paymentId}`)
    .digest("hex");
}

async function readKeySecret({ dataDir }: RunningServer): Promise<string> {
  return (await readFile(join(dataDir, "keys", "sandbox-key-secret"), "utf8")).trim();
}

/** Returns the header that the sandbox requires from us, with its API key. */
export async function authorizeAtSandbox(server: RunningServer): Promise<{ authorization: string }> {
  return { authorization: `Basic ${btoa(`rzp_test_sandbox:${await readKeySecret(server)}`)}` };
}

/** Returns the headers of a webhook with this body, signed as the sandbox does. */
export async function signWebhook(server: RunningServer, body: string): Promise<Record<string, string>> {
  const secret = await readFile(join(server.dataDir, "keys", "sandbox-webhook-secret"), "utf8");
  return { "x-razorpay-signature": createHmac("sha256", secret.trim()).update(body).digest("hex") };
}

/** An order or a payment as the sandbox stores it; amounts in paise. */
export interface SandboxRecords {
  order: Read<Omit<Order, "notes">> & { notes: Record<string, string> };
  payment: Read<Omit<Payment, "notes">> & { notes: Record<string, string> };
}

/** Returns every state of the sandbox's orders or payments from its journal, oldest first. */
export async function readSandbox<Kind extends keyof SandboxRecords>(
  server: RunningServer,
  kind: Kind,
): Promise<SandboxRecords[Kind][]> {
  const journal = await readFile(join(server.dataDir, "sandbox", "razorpay.jsonl"), "utf8");
  const records = journal
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line) as { kind: string; value: SandboxRecords[Kind] }[]);
  return records.filter((record) => record.kind === kind).map(({ value }) => value);
}

import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@jest/globals";
import type { GraphqlAnswer, Json } from "../wire/callApi";
import * as documents from "../wire/documents";
import { readTables, requestTables } from "../data/readTables";
import type { RunningServer } from "../server/runningServer";
import { toConfirmation, type Traveller } from "../personas/traveller";

/** For `TestServer.start`: nobody but the caller tells the server that something was paid. */
export const withoutWebhooks = { SANDBOX_WEBHOOKS: "0" };

/** Confirms the payment of the traveller's request; `changes` are put over what the checkout handed out. */
export function confirm(
  traveller: Traveller,
  proof: Json,
  changes: Record<string, unknown> = {},
): Promise<GraphqlAnswer> {
  const { visaRequestId } = traveller.request;
  return traveller.call(documents.confirmPayment, {
    input: { visaRequestId, ...toConfirmation(proof), ...changes },
  });
}

/** Asks for an order for the traveller's request. */
export function order(traveller: Traveller): Promise<GraphqlAnswer> {
  const { visaRequestId } = traveller.request;
  return traveller.call(documents.createPaymentOrder, { input: { visaRequestId } });
}

/** Does the work, and expects every application and all money in the database to be as before. */
export async function changingNothing<T>(server: RunningServer, work: () => Promise<T>): Promise<T> {
  const before = await readTables(server, requestTables);
  const result = await work();
  expect(await readTables(server, requestTables)).toEqual(before);
  return result;
}

/** The money that is on record for the traveller's request. */
export async function readPayments({ server, request }: Traveller): Promise<Json[]> {
  const { payment } = await readTables(server, ["payment"]);
  return payment!.filter(({ visaRequestId }) => visaRequestId === request.visaRequestId);
}

/** A checkout signature as Razorpay makes it, by somebody who has the sandbox's secret. */
export async function signCheckout(
  server: RunningServer,
  orderId: string,
  paymentId: string,
): Promise<string> {
  const secret = await readFile(join(server.dataDir, "keys", "sandbox-key-secret"), "utf8");
  return createHmac("sha256", secret.trim()).update(`${orderId}|${paymentId}`).digest("hex");
}

/** The headers of a webhook with that body, as the sandbox makes them. */
export async function signWebhook(server: RunningServer, body: string): Promise<Record<string, string>> {
  const secret = await readFile(join(server.dataDir, "keys", "sandbox-webhook-secret"), "utf8");
  return { "x-razorpay-signature": createHmac("sha256", secret.trim()).update(body).digest("hex") };
}

/** Every state that the sandbox's orders or payments went through, oldest first, by its journal. */
export async function readSandbox(server: RunningServer, kind: "order" | "payment"): Promise<Json[]> {
  const journal = await readFile(join(server.dataDir, "sandbox", "razorpay.jsonl"), "utf8");
  const records = journal
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line) as Json[]);
  return records.filter((record) => record.kind === kind).map(({ value }) => value);
}

import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { toStory, type Traveller } from "../kit/personas/traveller";
import { atEach, endProcesses, startProcesses } from "../kit/server/processes";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import type { TestServer } from "../kit/server/testServer";
import { FakeBucket } from "../kit/standIns/fakeBucket";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";

/** Webhook deliveries with several processes on one database. */

let bucket: FakeBucket;
let servers: TestServer[];
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  bucket = await FakeBucket.start();
  // Only servers with the payment sandbox may call loopback addresses, and each needs its own data folder.
  const start = (changes: Record<string, string>) =>
    startProcesses(1, { settings: {} }, { ...bucket.settings, ...changes });
  const first = await start({});
  const DATABASE_URL = findDatabaseUrl(first[0]!.dataDir)!;
  servers = [...first, ...(await Promise.all([start({ DATABASE_URL }), start({ DATABASE_URL })])).flat()];
});
afterAll(async () => {
  await endProcesses(servers);
  await Promise.all(receivers.map((one) => one.close()));
  await bucket.dispose();
});

async function listen(...given: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(...given);
  receivers.push(receiver);
  return receiver;
}

async function cancel(program: Traveller): Promise<void> {
  await toStory(program).withRequest();
  await program.do(documents.cancelVisaRequest, { visaRequestId: program.request.visaRequestId });
}

const readDeliveries = async () => (await readTables(servers[0]!, ["webhook_delivery"])).webhook_delivery;

test("an event is sent again only after a failure, and at most two events at a time to each endpoint", async () => {
  const partner = await TestPartner.create(servers[0]!);
  // Slower than the job, so that each process finds deliveries that another one is sending.
  const slowly = async (response: Parameters<WebhookReceiver["answer"]>[0], status: number) => {
    await pause(700);
    response.writeHead(status).end();
  };
  const receiver = await listen((response) => void slowly(response, 204));
  const failed = new Set<string>();
  const failing = await listen((response) => {
    const { id } = failing.received.at(-1)!;
    void slowly(response, failed.has(id) ? 204 : 500);
    failed.add(id);
  });
  for (const { url } of [receiver, failing]) await partner.addEndpoint(url);
  const program = await partner.programWith();
  const perProcess = 6;
  await Promise.all(
    atEach(servers, program).map(async (at) => {
      for (let nth = 0; nth < perProcess; nth++) await cancel(at);
    }),
  );
  await waitFor("all deliveries are done", async () => {
    const deliveries = await readDeliveries();
    return deliveries.length === 6 * perProcess && deliveries.every(({ state }) => state === "DONE");
  });
  expect(receiver.ids.length).toBe(3 * perProcess);
  expect(receiver.received.length).toBe(3 * perProcess);
  expect(failing.ids.length).toBe(3 * perProcess);
  expect(failing.received.length).toBe(6 * perProcess);
  expect([receiver.mostOpen, failing.mostOpen]).toEqual([2, 2]);
});

test("another process repeats the delivery of a killed process when the lease has expired", async () => {
  const [first, second, third] = servers as [TestServer, TestServer, TestServer];
  const partner = await TestPartner.create(first);
  const receiver = await listen(() => undefined);
  await partner.addEndpoint(receiver.url);
  for (const one of [second, third]) await one.stop();
  await cancel(await partner.programWith());
  await waitFor("the event is being sent", () => receiver.received.length === 1);
  await second.start();
  await first.stop("SIGKILL");
  // Long enough for three runs of the job.
  await pause(1_500);
  expect(receiver.received.length).toBe(1);
  receiver.answer = (response) => response.writeHead(204).end();
  const past = new Date(Date.now() - 1).toISOString();
  await editDatabase(
    first,
    `UPDATE webhook_delivery SET "leasedUntil" = ?, "nextTryAt" = ? WHERE state = 'DUE'`,
    [past, past],
  );
  await waitFor("the event arrives again", () => receiver.received.length === 2);
  await waitFor("the delivery is recorded", async () =>
    (await readDeliveries()).every(({ state }) => state === "DONE"),
  );
  expect(receiver.ids.length).toBe(1);
});

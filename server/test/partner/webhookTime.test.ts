import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as documents from "../kit/documents";
import { readEvents, TestPartner } from "../kit/personas/partner";
import { toStory, type Traveller } from "../kit/personas/traveller";
import { clockStandsAt, setClock } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";

const begin = Date.parse("2026-11-26T03:30:00Z");
const minute = 60_000;
const hour = 60 * minute;

let server: TestServer;
let now = begin;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  server = await TestServer.start(clockStandsAt(new Date(begin).toISOString()));
});
afterAll(async () => {
  await server.dispose();
  await Promise.all(receivers.map((one) => one.close()));
});

async function listen(...given: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(...given);
  receivers.push(receiver);
  return receiver;
}

async function advance(ms: number): Promise<void> {
  now += ms;
  await setClock(server, new Date(now).toISOString());
}

async function cancelOne(program: Traveller): Promise<void> {
  await toStory(program).withRequest();
  await program.do(documents.cancelVisaRequest, { visaRequestId: program.request.visaRequestId });
}

const readEndpoint = async (program: Traveller) =>
  (await program.call(documents.webhookEndpoints)).data.webhookEndpoints[0];
const waitForAttempts = (program: Traveller, count: number) =>
  waitFor(`attempt ${count}`, async () => (await readEndpoint(program)).attempts.length === count);

test("an endpoint that is unavailable for an hour receives the event afterwards", async () => {
  const partner = await TestPartner.create(server);
  const program = await partner.programWith();
  const { url, port } = await listen();
  await receivers.pop()!.close();
  await partner.addEndpoint(url);
  await cancelOne(program);
  await waitForAttempts(program, 1);
  for (const [attempt, pause] of [6_000, 6 * minute, 36 * minute].entries()) {
    await advance(pause);
    await waitForAttempts(program, attempt + 2);
  }
  expect((await readEndpoint(program)).attempts.map(({ error }) => error)).toEqual(
    Array.from({ length: 4 }, () => "ECONNREFUSED"),
  );
  const receiver = await listen(undefined, port);
  await advance(2.5 * hour);
  await waitFor("the event arrives", () => receiver.received.length === 1);
  await waitFor("the endpoint is active", async () => (await readEndpoint(program)).state === "ACTIVE");
});

test("an endpoint that fails for three days is paused, and its partner gets an e-mail; once it is resumed, a replay delivers the missed events", async () => {
  const partner = await TestPartner.create(server);
  const program = await partner.programWith();
  const receiver = await listen((response) => response.writeHead(500).end());
  const { endpointId } = await partner.addEndpoint(receiver.url);
  const from = new Date(now).toISOString();
  await cancelOne(program);
  for (let attempt = 1; attempt <= 3; attempt++) {
    await waitForAttempts(program, attempt);
    expect((await readEndpoint(program)).state).toBe("FAILING");
    await advance(25 * hour);
  }
  await waitFor("the endpoint is paused", async () => (await readEndpoint(program)).state === "PAUSED");
  expect((await readEndpoint(program)).failedDeliveries.nodes).toMatchObject([
    { type: "APPLICATION_CANCELLED", attempts: 4, lastResult: "500" },
  ]);
  const file = join(server.dataDir, "outbox", "mail.jsonl");
  const readMails = async () => (await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean);
  await waitFor("the e-mail", async () => (await readMails()).length === 1);
  const mail = JSON.parse((await readMails())[0]!) as { to: string; subject: string; text: string };
  expect(mail).toMatchObject({ to: "tech@ravi.example", subject: "We paused a webhook endpoint" });
  expect(mail.text).toContain(receiver.url);

  await cancelOne(program);
  await waitFor("both events have a number", async () => (await readEvents(program)).length === 2);
  expect(receiver.received).toHaveLength(4);
  receiver.answer = (response) => response.writeHead(204).end();
  await partner.owner.do(documents.updateWebhookEndpoint, { endpointId });
  const replay = { input: { endpointId, from } };
  expect((await program.call(documents.partnerReplay, replay as never)).data.partnerReplay.count).toBe(2);
  await waitFor("both events arrive", () => receiver.ids.length === 2);
  await waitFor("the endpoint is active", async () => (await readEndpoint(program)).state === "ACTIVE");
  expect(await readMails()).toHaveLength(1);
});

test("events older than 30 days are not in the feed", async () => {
  const partner = await TestPartner.create(server);
  const program = await partner.programWith();
  await cancelOne(program);
  await waitFor("the event has a number", async () => (await readEvents(program)).length === 1);
  await advance(30 * 24 * hour + 1000);
  expect(await readEvents(program)).toEqual([]);
});

import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { readEvents, reportedProgram, TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { signIn, toStory, type Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { verify, WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";

let server: RunningServer;
const receivers: WebhookReceiver[] = [];
beforeAll(() => {
  server = RunningServer.shared();
});
afterAll(() => Promise.all(receivers.map((one) => one.close())));

async function listen(...given: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(...given);
  receivers.push(receiver);
  return receiver;
}

/** Causes one `application.cancelled` event; returns the application's id. */
async function cancelOne(program: Traveller): Promise<string> {
  await toStory(program).withRequest();
  const { visaRequestId } = program.request;
  await program.do(documents.cancelVisaRequest, { visaRequestId });
  return visaRequestId;
}

/** Hands an application over to the follower; returns the application's id. */
async function handOver(program: Traveller, follower: Traveller): Promise<string> {
  await toStory(program).withRequest();
  const { visaId } = program.request;
  const contact = { mobile: follower.phoneNumber };
  const { visaRequestId } = await program.do(documents.createVisaRequest, { visaId, contact });
  const { url } = await program.do(documents.createHandover, { visaRequestId });
  await follower.do(documents.takeHandover, { token: url.split("/").at(-1)! });
  return visaRequestId;
}

const readEndpoint = async (program: Traveller, endpointId: string) =>
  (await program.call(documents.webhookEndpoints)).data.webhookEndpoints.find(
    (one) => one.endpointId === endpointId,
  )!;

describe("an event", () => {
  let partner: TestPartner;
  let program: Traveller;
  beforeAll(async () => {
    partner = await TestPartner.create(server);
    program = await partner.programWith();
  });

  test("is delivered with a signature and contains only ids and statuses; the attempt is listed", async () => {
    const receiver = await listen((response) => response.writeHead(200).end("thank you"));
    const { endpointId, secret } = await partner.addEndpoint(receiver.url);
    const visaRequestId = await cancelOne(program);
    await waitFor("the event arrives", () => receiver.received.length === 1);
    const [message] = receiver.received;
    const [event] = await readEvents(program);
    expect(verify(message!, secret)).toEqual({
      type: "application.cancelled",
      timestamp: event!.at,
      data: {
        ...{ eventId: event!.eventId, visaRequestId, visaApplicantId: null, refundId: null },
        ...{ externalReference: null, status: "CANCELLED", paymentStatus: "PENDING", version: 2 },
        isTest: false,
      },
    });
    expect(message!.id).toBe(event!.eventId);
    expect(message!.body.length).toBeLessThan(2048);
    await waitFor("the attempt is listed", async () => {
      const { attempts } = await readEndpoint(program, endpointId);
      return attempts[0]?.status === 200 && attempts[0].excerpt === "thank you";
    });
    const sealed = (await readTables(server, ["webhook_endpoint"])).webhook_endpoint.find(
      (row) => row.endpointId === endpointId,
    )!;
    expect(sealed.secretsSealed).not.toContain(secret.slice(6, 20));
    await partner.owner.do(documents.endWebhookEndpoint, { endpointId });
  });

  test("is delivered again after a failure, and is not sent to an endpoint for other types", async () => {
    const receiver = await listen((response, count) => response.writeHead(count === 1 ? 500 : 204).end());
    const other = await listen();
    const { endpointId } = await partner.addEndpoint(receiver.url);
    const { endpointId: otherId } = await partner.addEndpoint(other.url, ["REFUND_DUE"]);
    await cancelOne(program);
    await waitFor("the second attempt", () => receiver.received.length === 2);
    const [first, second] = receiver.received;
    expect(second!.id).toBe(first!.id);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(3_900);
    expect(other.received).toEqual([]);
    await waitFor("the endpoint is active again", async () => {
      const { state, attempts } = await readEndpoint(program, endpointId);
      return state === "ACTIVE" && attempts.map(({ status }) => status).join() === "204,500";
    });
    for (const id of [endpointId, otherId])
      await partner.owner.do(documents.endWebhookEndpoint, { endpointId: id });
  });

  test("has two signatures after a rotation of the secret", async () => {
    const receiver = await listen();
    const { endpointId, secret } = await partner.addEndpoint(receiver.url);
    const rotated = await program.call(documents.rotateWebhookSecret, { input: { endpointId } });
    const { secret: newSecret } = rotated.data.rotateWebhookSecret;
    await cancelOne(program);
    await waitFor("the event arrives", () => receiver.received.length === 1);
    for (const each of [secret, newSecret]) expect(verify(receiver.received[0]!, each)).toBeTruthy();
    await partner.owner.do(documents.endWebhookEndpoint, { endpointId });
  });
});

describe("a secret that was lost within 24 hours of its rotation", () => {
  test("is replaced if the caller sends oldSecretUntil, and messages are still signed with the old secret", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    const receiver = await listen();
    const { endpointId, secret } = await partner.addEndpoint(receiver.url);
    const rotate = async (oldSecretUntil?: string | null) =>
      (await program.call(documents.rotateWebhookSecret, { input: { endpointId, oldSecretUntil } })).data
        .rotateWebhookSecret;
    const refused = { secret: null, userErrors: [{ code: "INVALID_STATE" }] };
    expect(await rotate(new Date().toISOString())).toMatchObject(refused);
    const { secret: lost, endpoint } = await rotate();
    expect(await rotate()).toMatchObject(refused);
    const { secret: replacement, userErrors } = await rotate(endpoint.oldSecretUntil);
    expect(userErrors).toEqual([]);
    expect(await rotate(endpoint.oldSecretUntil)).toMatchObject(refused);
    await program.call(documents.partnerPing, { input: { endpointId } });
    for (const each of [secret, replacement]) expect(verify(receiver.received[0]!, each)).toBeTruthy();
    expect(() => verify(receiver.received[0]!, lost)).toThrow();
  });
});

describe("an endpoint", () => {
  test("that responds with 410 is ended, and its delivery is listed as failed", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    const receiver = await listen((response) => response.writeHead(410).end());
    const { endpointId } = await partner.addEndpoint(receiver.url);
    await cancelOne(program);
    await waitFor("the end", async () => (await readEndpoint(program, endpointId)).state === "ENDED");
    expect((await readEndpoint(program, endpointId)).failedDeliveries.nodes).toMatchObject([
      { type: "APPLICATION_CANCELLED", attempts: 1, lastResult: "410" },
    ]);
    await cancelOne(program);
    await waitFor("both events have a number", async () => (await readEvents(program)).length === 2);
    expect(receiver.received).toHaveLength(1);
    expect(
      errorCodes(getUserErrors(await program.call(documents.partnerPing, { input: { endpointId } }))),
    ).toEqual(["null: INVALID_STATE"]);
  });

  test.each([410, 500])(
    "whose URL changes before the old one responds with %i ignores the response, and receives the event",
    async (status) => {
      const partner = await TestPartner.create(server);
      const program = await partner.programWith();
      const waiting: ServerResponse[] = [];
      const old = await listen((response) => waiting.push(response));
      const current = await listen();
      const { endpointId } = await partner.addEndpoint(old.url);
      await cancelOne(program);
      await waitFor("the attempt", () => waiting.length === 1);
      await partner.owner.do(documents.updateWebhookEndpoint, { endpointId, url: current.url });
      waiting[0]!.writeHead(status).end();
      await waitFor("the attempt at the new URL is recorded", async () => {
        const { attempts } = await readEndpoint(program, endpointId);
        return attempts[0]?.status === 204;
      });
      expect(await readEndpoint(program, endpointId)).toMatchObject({
        state: "ACTIVE",
        attempts: [{ status: 204 }],
      });
    },
  );

  test("that responds with 429 is not called again before its Retry-After", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    const receiver = await listen((response) => response.writeHead(429, { "retry-after": "7200" }).end());
    await partner.addEndpoint(receiver.url);
    await cancelOne(program);
    const ofPartner = async () =>
      (await readTables(server, ["webhook_delivery"])).webhook_delivery.filter(({ partnerEventId }) =>
        receiver.ids.includes(partnerEventId),
      );
    await waitFor("the attempt is recorded", async () => (await ofPartner())[0]?.attempts === 1);
    const wait = Date.parse((await ofPartner())[0]!.nextTryAt) - Date.now();
    expect(wait / 1000).toBeGreaterThan(7_000);
    expect(wait / 1000).toBeLessThanOrEqual(7_200);
  });

  test("that redirects counts as failing, and the redirect is not followed", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    const target = await listen();
    const receiver = await listen((response) => response.writeHead(302, { location: target.url }).end());
    const { endpointId } = await partner.addEndpoint(receiver.url);
    await cancelOne(program);
    await waitFor("the failure", async () => (await readEndpoint(program, endpointId)).state === "FAILING");
    expect(target.received).toEqual([]);
    // Its deliveries do not stay due once the endpoint has ended.
    await program.do(documents.endWebhookEndpoint, { endpointId });
    expect((await readEndpoint(program, endpointId)).failedDeliveries.nodes).toHaveLength(1);
    const { audit_event } = await readTables(server, ["audit_event"]);
    const events = audit_event.filter(({ subjectId }) => subjectId === endpointId);
    expect(events.map(({ action }) => action)).toEqual(["WEBHOOK_CREATED", "WEBHOOK_ENDED"]);
  });

  test("gets at most two concurrent requests, and a slow endpoint does not delay another", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    const slow = await listen(() => undefined);
    const fast = await listen();
    await partner.addEndpoint(slow.url);
    await partner.addEndpoint(fast.url);
    for (let count = 0; count < 8; count++) await cancelOne(program);
    await waitFor("all events arrive", () => fast.received.length === 8);
    // Both slow attempts are still open, so the fast endpoint did not wait for them.
    expect(slow.mostOpen).toBe(2);
    expect(slow.received).toHaveLength(2);
  });

  test("of an ended partner receives nothing more, while the partner's application continues", async () => {
    const [ended, other] = [await TestPartner.create(server), await TestPartner.create(server)];
    const [silent, active] = [await listen(), await listen()];
    const { endpointId } = await ended.addEndpoint(silent.url, ["APPLICATION_CANCELLED"]);
    await other.addEndpoint(active.url);
    const follower = await signIn(server);
    const visaRequestId = await handOver(await ended.programWith(), follower);
    await (await signInStaff(server)).do(documents.staffEndPartner, { partnerId: ended.partnerId });
    const ping = await ended.owner.call(documents.partnerPing, { input: { endpointId } });
    expect(errorCodes(getUserErrors(ping))).toEqual(["null: INVALID_STATE"]);
    await follower.do(documents.cancelVisaRequest, { visaRequestId });
    const later = await cancelOne(await other.programWith());
    await waitFor("the later event arrives", () => active.received.length === 1);
    expect(active.received[0]!.body).toContain(later);
    const { partner_event } = await readTables(server, ["partner_event"]);
    const cancelled = partner_event.filter((event) => event.visaRequestId === visaRequestId).at(-1);
    expect(cancelled).toMatchObject({ type: "application.cancelled", number: expect.anything() });
    expect(silent.received).toEqual([]);
  });

  test("is pinged at once, and the response is returned", async () => {
    const partner = await TestPartner.create(server);
    const receiver = await listen((response) => response.writeHead(418).end("teapot"));
    const { endpointId, secret } = await partner.addEndpoint(receiver.url);
    const attempt = await partner.owner.do(documents.partnerPing, { endpointId });
    expect(attempt).toMatchObject({ status: 418, error: null, excerpt: "teapot" });
    expect(verify(receiver.received[0]!, secret)).toMatchObject({ type: "ping", data: { endpointId } });
  });

  test("receives only one ping at a time", async () => {
    const partner = await TestPartner.create(server);
    let respond = () => undefined as unknown;
    const receiver = await listen((response) => (respond = () => response.writeHead(204).end()));
    const { endpointId } = await partner.addEndpoint(receiver.url);
    const ping = () => partner.owner.call(documents.partnerPing, { input: { endpointId } });
    const first = ping();
    await waitFor("the ping arrives", () => receiver.received.length === 1);
    expect(errorCodes(getUserErrors(await ping()))).toEqual(["null: INVALID_STATE"]);
    respond();
    expect(getUserErrors(await first)).toEqual([]);
    expect(receiver.received).toHaveLength(1);
    const next = ping();
    await waitFor("the next ping arrives", () => receiver.received.length === 2);
    respond();
    expect(getUserErrors(await next)).toEqual([]);
  });

  test("receives at most 10,000 events per replay", async () => {
    const partner = await TestPartner.create(server);
    const program = await reportedProgram(partner);
    const from = (await readEvents(program))[0]!.at;
    const digits =
      "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4)";
    const crossed = ["a", "b", "c", "d", "e", "f"].map((name) => `${digits} ${name}`).join(", ");
    const number = "1 + a.n + 5 * b.n + 25 * c.n + 125 * d.n + 625 * e.n + 3125 * f.n";
    await editDatabase(
      server,
      `INSERT INTO partner_event ("partnerEventId", "partnerId", type, at, "visaRequestId", status,
         "paymentStatus", version, number)
       SELECT "partnerEventId" || (${number}), "partnerId", type, at, "visaRequestId", status, "paymentStatus",
         version, ${number} + 1
       FROM partner_event, ${crossed} WHERE "partnerId" = ? AND ${number} <= 10000`,
      [partner.partnerId],
    );
    const receiver = await listen();
    const { endpointId } = await partner.addEndpoint(receiver.url);
    const replay = { input: { endpointId, from } };
    const answer = await program.call(documents.partnerReplay, replay);
    await partner.owner.do(documents.endWebhookEndpoint, { endpointId });
    expect(answer.data.partnerReplay).toMatchObject({ count: 10_000, userErrors: [] });
  });

  test("receives a replayed event, or all events of a replayed period", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    for (let count = 0; count < 3; count++) await cancelOne(program);
    await waitFor("three events", async () => (await readEvents(program)).length === 3);
    const events = await readEvents(program);
    const receiver = await listen();
    const { endpointId } = await partner.addEndpoint(receiver.url);
    const replay = async (input: Record<string, unknown>) =>
      (await program.call(documents.partnerReplay, { input: { endpointId, ...input } } as never)).data
        .partnerReplay;
    // An event that is still being sent is not replayed.
    const untilSent = (count: number) =>
      waitFor(
        `${count} attempts are recorded`,
        async () => (await readEndpoint(program, endpointId)).attempts.length === count,
      );
    expect((await replay({ eventId: events[1]!.eventId })).count).toBe(1);
    await untilSent(1);
    expect(receiver.ids).toEqual([events[1]!.eventId]);
    expect((await replay({ from: events[0]!.at, to: events[1]!.at })).count).toBe(2);
    await untilSent(3);
    expect((await replay({ from: events[0]!.at })).count).toBe(3);
    await untilSent(6);
    expect(receiver.received).toHaveLength(6);
    const absent = { input: { endpointId, eventId: "absent" } };
    expect(topLevelErrorCodes(await program.call(documents.partnerReplay, absent))).toEqual(["NOT_FOUND"]);
    expect((await replay({})).userErrors).toMatchObject([{ code: "REQUIRED", field: "eventId" }]);
  });
});

describe("creating an endpoint", () => {
  let partner: TestPartner;
  let program: Traveller;
  /** Returns all endpoints, without `failingSince` for other partners, because a delivery may set it meanwhile. */
  const readEndpoints = async ({ partnerId }: TestPartner) =>
    (await readTables(server, ["webhook_endpoint"])).webhook_endpoint.map(({ failingSince, ...endpoint }) =>
      endpoint["partnerId"] === partnerId ? { ...endpoint, failingSince } : endpoint,
    );
  beforeAll(async () => {
    partner = await TestPartner.create(server);
    program = await partner.programWith("WEBHOOKS");
  });
  const create = (by: Traveller, input: Record<string, unknown>) =>
    by.call(documents.createWebhookEndpoint, { input: { types: ["REFUND_DUE"], ...input } } as never);

  test.each([
    ["a URL of more than 2,000 characters", `https://example.com/${"a".repeat(2000)}`],
    ...[
      "http://example.com/",
      "https://10.0.0.1/",
      "https://169.254.169.254/latest/meta-data",
      "https://[fd00::8]/",
      "https://[64:ff9b::7f00:1]/",
      "https://[::ffff:10.0.0.1]/",
      "https://127.0.0.1:22/",
      "not a url",
    ].map((url) => [url, url] as const),
  ])("rejects %s", async (_name, url) => {
    const before = await readEndpoints(partner);
    expect(errorCodes(getUserErrors(await create(program, { url })))).toEqual(["url: INVALID"]);
    expect(await readEndpoints(partner)).toEqual(before);
  });

  test("has the same URL rules as changing one", async () => {
    const own = await TestPartner.create(server);
    const { endpointId } = await own.addEndpoint("http://127.0.0.1:9999/");
    const before = await readEndpoints(own);
    for (const url of ["https://10.0.0.1/", "https://169.254.169.254/", "http://example.com/"]) {
      const answer = await own.owner.call(documents.updateWebhookEndpoint, { input: { endpointId, url } });
      expect(errorCodes(getUserErrors(answer))).toEqual(["url: INVALID"]);
    }
    expect(await readEndpoints(own)).toEqual(before);
  });

  test("requires a type and the scope webhooks, and is limited to five endpoints", async () => {
    const urls = Array.from({ length: 6 }, (_, nth) => `http://127.0.0.1:9999/${nth}`);
    const url = urls.pop();
    expect(errorCodes(getUserErrors(await create(program, { url, types: [] })))).toEqual(["types: REQUIRED"]);
    const reader = await partner.programWith("READ", "APPLY", "PAY");
    expect(topLevelErrorCodes(await create(reader, { url }))).toEqual(["SCOPE_MISSING"]);
    for (const each of urls)
      expect((await create(program, { url: each })).data.createWebhookEndpoint.secret).toMatch(/^whsec_/);
    expect(errorCodes(getUserErrors(await create(program, { url })))).toEqual(["null: INVALID_STATE"]);
    const { endpointId } = (await program.call(documents.webhookEndpoints)).data.webhookEndpoints[0];
    await program.do(documents.endWebhookEndpoint, { endpointId });
    expect(getUserErrors(await create(program, { url }))).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { clockAt, setClock } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { FakeMsg91 } from "../kit/standIns/fakeMsg91";
import { readMessages } from "../kit/data/messages";
import { MoneyScene } from "../kit/stories/moneyScene";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { confirm } from "../kit/stories/paying";
import { readTables, type Tables } from "../kit/data/readTables";
import { signInStaff } from "../kit/personas/staff";
import { Traveller } from "../kit/personas/traveller";
import { callGraphql } from "../kit/wire/callApi";
import { waitFor } from "../kit/waitFor";
import type { DataOf } from "../kit/wire/read";
import { staffDeadMessages, staffRetryMessage } from "./notification.generated";

const begin = "2031-03-01T06:00:00.000Z";
const minute = 60_000;
const hour = 60 * minute;

let scene: MoneyScene;
let msg91: FakeMsg91;
let staff: Traveller;
let travellers: Traveller[];
beforeAll(async () => {
  msg91 = await FakeMsg91.start();
  scene = await MoneyScene.set(clockAt(begin));
  staff = await signInStaff(scene.server);
  travellers = [await scene.withOrder(), await scene.withOrder(), await scene.withOrder()];
  scene.server.configure(msg91.settings);
}, 180_000);
afterAll(async () => {
  await scene.clear();
  await msg91.close();
});

type DeadMessages = DataOf<typeof staffDeadMessages>["staffDeadMessages"];
type MessageRow = Tables["notification"][number];

async function readPage(
  variables: Record<string, unknown> = {},
): Promise<Pick<DeadMessages, "nodes" | "pageInfo"> & { count: number }> {
  const { data, errors } = await staff.call(staffDeadMessages, variables);
  expect(errors).toBeUndefined();
  return { ...data.staffDeadMessages, count: data.staffQueueCounts.deadMessages };
}

const smsOf = async (traveller: Traveller): Promise<MessageRow> =>
  (await readMessages(traveller)).find(({ channel }) => channel === "SMS")!;

/** Sets the server's clock, and returns the SMS once it has been attempted. */
async function goTo(moment: Date, traveller: Traveller, attempts: number): Promise<MessageRow> {
  await setClock(scene.server, moment.toISOString());
  await waitFor("the SMS was attempted", async () => (await smsOf(traveller)).attempts >= attempts);
  return smsOf(traveller);
}

/** Requests a code, and reads it from the call that MSG91 has received. */
async function codeBySms(phoneNumber: string): Promise<string> {
  msg91.mood = "takes it";
  await callGraphql(scene.server, documents.requestOtp, { variables: { input: { phoneNumber } } });
  return msg91.callsFor(phoneNumber).at(-1)!.recipient.VAR1!;
}

/** Signs the staff member in again, because a staff session lasts only twelve hours. */
async function signInAgain({ phoneNumber }: Traveller): Promise<Traveller> {
  const input = { phoneNumber, otp: await codeBySms(phoneNumber) };
  const { data } = await callGraphql(scene.server, documents.verifyOtp, { variables: { input } });
  return new Traveller(scene.server, phoneNumber, data.verifyOtp.session);
}

describe("an SMS that MSG91 rejects", () => {
  test("is retried after 30 s, 2 min, 10 min, 1 h, 4 h and 12 h, and is then DEAD", async () => {
    const [traveller] = travellers as [Traveller];
    msg91.mood = "HTML 500";
    await scene.server.restart();
    await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
    await waitFor("the SMS was attempted", async () => (await smsOf(traveller))?.attempts === 1);
    let row = await smsOf(traveller);
    const pauses = [0.5 * minute, 2 * minute, 10 * minute, hour, 4 * hour, 12 * hour];
    let tried = Date.parse(row.createdAt);
    for (const [index, pause] of pauses.entries()) {
      expect(row).toMatchObject({ state: "DUE", attempts: index + 1, lastError: "MSG91_500" });
      // The pause starts at the attempt, which is made moments after the message was due.
      const due = Date.parse(row.nextTryAt);
      expect(due - pause).toBeGreaterThanOrEqual(tried);
      expect(due - pause).toBeLessThan(tried + minute);
      tried = due + 1000;
      row = await goTo(new Date(tried), traveller, index + 2);
    }
    expect(row).toMatchObject({ state: "DEAD", attempts: 7, lastError: "MSG91_500" });
    expect(msg91.callsFor(traveller.phoneNumber)).toHaveLength(7);
  }, 240_000);

  test("is counted and listed for staff, with the error and the number of attempts", async () => {
    const [traveller] = travellers as [Traveller];
    staff = await signInAgain(staff);
    msg91.mood = "HTML 500";
    const { nodes, count } = await readPage();
    expect(count).toBe(1);
    expect(nodes).toEqual([
      {
        notificationId: (await smsOf(traveller)).notificationId,
        visaRequestId: traveller.request.visaRequestId,
        visaReferenceNo: traveller.request.visaReferenceNo,
        channel: "SMS",
        event: "PAID",
        lastError: "MSG91_500",
        attempts: 7,
        createdAt: expect.any(String),
      },
    ]);
  });

  test("is sent once if staff retry it twice, and only one retry is in the audit log", async () => {
    const [traveller] = travellers as [Traveller];
    msg91.mood = "takes it";
    const { notificationId } = await smsOf(traveller);
    const answers = await Promise.all(
      [1, 2].map(() => staff.call(staffRetryMessage, { input: { notificationId } })),
    );
    const payloads = answers.map(({ data }) => data.staffRetryMessage);
    expect(payloads.map((payload) => payload.notificationId).sort()).toEqual([notificationId, null].sort());
    expect(payloads.flatMap(({ userErrors }) => errorCodes(userErrors))).toEqual(["null: INVALID_STATE"]);
    await waitFor("it is sent", async () => (await smsOf(traveller)).state === "SENT");
    expect(await smsOf(traveller)).toMatchObject({ attempts: 1, lastError: null });
    expect((await readPage()).nodes).toEqual([]);
    const { audit_event: events } = await readTables(scene.server, ["audit_event"]);
    const retried = events.filter(({ action }) => action === "MESSAGE_RETRIED");
    expect(retried).toMatchObject([
      { actorKind: "STAFF", actorId: staff.userId, subjectKind: "MESSAGE", subjectId: notificationId },
    ]);
    expect(retried[0]!.visaRequestId).toBe(traveller.request.visaRequestId);
  });

  test("cannot be retried once it has been sent, and an unknown message is NOT_FOUND", async () => {
    const { notificationId } = await smsOf(travellers[0]!);
    const sent = await staff.call(staffRetryMessage, { input: { notificationId } });
    expect(errorCodes(getUserErrors(sent))).toEqual(["null: INVALID_STATE"]);
    const absent = await staff.call(staffRetryMessage, { input: { notificationId: "no-such-message" } });
    expect(topLevelErrorCodes(absent)).toEqual(["NOT_FOUND"]);
  });
});

test("failed messages are paginated, newest first, and a retry uses the current mobile number", async () => {
  const [, first, second] = travellers as [Traveller, Traveller, Traveller];
  msg91.mood = { error: "Invalid mobile number" };
  for (const traveller of [first, second]) {
    await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
    await waitFor("it is refused", async () => (await smsOf(traveller))?.state === "DEAD");
  }
  const newest = await readPage({ first: 1 });
  expect(newest.nodes.map(({ visaRequestId }) => visaRequestId)).toEqual([second.request.visaRequestId]);
  expect(newest.pageInfo.hasNextPage).toBe(true);
  const older = await readPage({ first: 1, after: newest.pageInfo.endCursor });
  expect(older.nodes.map(({ visaRequestId }) => visaRequestId)).toEqual([first.request.visaRequestId]);
  expect(older.pageInfo.hasNextPage).toBe(false);
  expect(newest.count).toBe(2);
  for (const variables of [{ first: 0 }, { first: 101 }, { after: "nonsense" }])
    expect(topLevelErrorCodes(await staff.call(staffDeadMessages, variables))).toEqual(["BAD_USER_INPUT"]);

  // MSG91 also sends the codes for the new and the current number.
  const phoneNumber = "+919812345678";
  const [otp, presentOtp] = [await codeBySms(phoneNumber), await codeBySms(first.phoneNumber)];
  await first.do(documents.updateProfile, { phoneNumber, otp, presentOtp });
  const { notificationId } = await smsOf(first);
  await staff.call(staffRetryMessage, { input: { notificationId } });
  await waitFor("it is sent", async () => (await smsOf(first)).state === "SENT");
  expect(msg91.callsFor(phoneNumber).at(-1)!.recipient.CRQID).toBe(notificationId);
});

test("the contents of sent and failed messages are removed after 30 days, and not before", async () => {
  const rows = async () => (await readTables(scene.server, ["notification"])).notification;
  const emptied = async () => (await rows()).map((row) => row.toSealed === null && row.paramsSealed === null);
  const last = Date.parse((await rows()).at(-1)!.createdAt);
  await scene.server.stop();
  await setClock(scene.server, new Date(last + 30 * 24 * hour - hour).toISOString());
  await scene.server.runCommand("expirePersonalData");
  expect((await emptied()).at(-1)).toBe(false);
  await setClock(scene.server, new Date(last + 30 * 24 * hour + hour).toISOString());
  const { code } = await scene.server.runCommand("expirePersonalData");
  expect(code).toBe(0);
  expect(await emptied()).toEqual([true, true, true]);
  expect((await rows()).map(({ state }) => state)).toEqual(["SENT", "SENT", "DEAD"]);
}, 240_000);

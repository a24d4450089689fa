import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { askForCode } from "../auth/strangers.generated";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { withDatabase } from "../kit/data/editDatabase";
import { FakeMsg91, type Msg91Mood } from "../kit/standIns/fakeMsg91";
import { readMail, readMessages } from "../kit/data/messages";
import { MoneyScene } from "../kit/stories/moneyScene";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { confirm } from "../kit/stories/paying";
import { newPhoneNumber, type Traveller } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";

let scene: MoneyScene;
let msg91: FakeMsg91;
/** Travellers who signed in while codes were still sent to the outbox. */
let travellers: Traveller[];
beforeAll(async () => {
  msg91 = await FakeMsg91.start();
  scene = await MoneyScene.set();
  travellers = [];
  for (let count = 0; count < 12; count++) travellers.push(await scene.withOrder());
  scene.server.configure(msg91.settings);
  await scene.server.restart();
}, 180_000);
afterAll(async () => {
  await scene.clear();
  await msg91.close();
});
beforeEach(() => {
  msg91.mood = "takes it";
});

/** Pays for the next traveller's application, and returns the traveller. */
async function paidTraveller(): Promise<Traveller> {
  const traveller = travellers.shift()!;
  await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
  return traveller;
}

const smsOf = async (traveller: Traveller) =>
  (await readMessages(traveller)).find(({ channel }) => channel === "SMS")!;

/** Waits until the SMS has been attempted, and returns its row. */
async function triedSms(traveller: Traveller, attempts = 1) {
  await waitFor("the SMS was attempted", async () => (await smsOf(traveller)).attempts >= attempts);
  return smsOf(traveller);
}

describe("a login code", () => {
  const ask = (phoneNumber: string) =>
    callGraphql(scene.server, documents.requestOtp, { variables: { input: { phoneNumber } } });

  test("is sent to MSG91 as the only variable of the registered text, and works at login", async () => {
    const phoneNumber = newPhoneNumber();
    expect(getUserErrors(await ask(phoneNumber))).toEqual([]);
    const [call, ...more] = msg91.callsFor(phoneNumber);
    expect(more).toEqual([]);
    expect(call!.body).toEqual({
      template_id: "flow-login",
      short_url: "0",
      recipients: [
        {
          mobiles: phoneNumber.slice(1),
          CRQID: expect.stringMatching(/^[\w.-]{36}$/),
          VAR1: expect.stringMatching(/^\d{6}$/),
        },
      ],
    });
    const input = { phoneNumber, otp: call!.recipient.VAR1 };
    const { data } = await callGraphql(scene.server, documents.verifyOtp, { variables: { input } });
    expect(data.verifyOtp.session.user.phoneNumber).toBe(phoneNumber);
  });

  const moods: [string, Msg91Mood, string][] = [
    ["an error with HTTP 200", { error: "Invalid template" }, "MSG91_TEMPLATE"],
    ["a wrong key", { error: "Authentication failure", status: 401 }, "MSG91_ACCOUNT"],
    ["a server error", "HTML 500", "MSG91_500"],
    ["an unrelated page", "HTML 200", "MSG91_FOREIGN_ANSWER"],
    ["a reset connection", "reset", "MSG91_NO_CONNECTION"],
    ["no response at all", "silence", "MSG91_TIMEOUT"],
  ];
  test.each(moods)(
    "is not sent on %s: the request fails with PROVIDER_UNAVAILABLE, the log states the reason, and a new request works immediately",
    async (_what, mood, code) => {
      const phoneNumber = newPhoneNumber();
      msg91.mood = mood;
      expect(errorCodes(getUserErrors(await ask(phoneNumber)))).toEqual(["null: PROVIDER_UNAVAILABLE"]);
      msg91.mood = "takes it";
      expect(getUserErrors(await ask(phoneNumber))).toEqual([]);
      expect(msg91.callsFor(phoneNumber)).toHaveLength(2);
      const logged = `"template":"login-code","code":"${code}"`;
      await waitFor("the reason is logged", () => scene.server.output.includes(logged));
      const line = scene.server.output.split("\n").find((one) => one.includes(logged))!;
      expect(JSON.parse(line)).toMatchObject({ level: 40, msg: "message not accepted" });
      expect(scene.server.output).not.toContain(phoneNumber.slice(3));
      expect(scene.server.output).not.toContain(msg91.authKey);
    },
  );
});

test("a code stays valid if its replacement could not be sent", async () => {
  const phoneNumber = newPhoneNumber();
  const ask = (handle?: string) =>
    callGraphql(scene.server, askForCode, { variables: { input: { phoneNumber, handle } } });
  const { handle } = (await ask()).data.requestOtp;
  msg91.mood = "HTML 500";
  expect(errorCodes(getUserErrors(await ask(handle)))).toEqual(["null: PROVIDER_UNAVAILABLE"]);
  const otp = msg91.callsFor(phoneNumber)[0]!.recipient["VAR1"];
  const input = { phoneNumber, otp, handle };
  const { data } = await callGraphql(scene.server, documents.verifyOtp, { variables: { input } });
  expect(data.verifyOtp.session.user.phoneNumber).toBe(phoneNumber);
});

describe("a message", () => {
  test("is sent as the variables of the registered text, with the message's id", async () => {
    const traveller = await paidTraveller();
    const row = await triedSms(traveller);
    expect(row).toMatchObject({ state: "SENT", lastError: null });
    expect(msg91.callsFor(traveller.phoneNumber).map(({ body }) => body)).toEqual([
      {
        template_id: "flow-paid",
        short_url: "0",
        recipients: [
          {
            mobiles: traveller.phoneNumber.slice(1),
            CRQID: row.notificationId,
            VAR1: String(traveller.request.totalPrice),
            VAR2: traveller.request.visaReferenceNo,
          },
        ],
      },
    ]);
  });

  const forGood: [string, string, number | undefined][] = [
    ["MSG91_NUMBER", "Please provide valid mobile number", undefined],
    ["MSG91_TEMPLATE", "template id missing or invalid", 400],
  ];
  test.each(forGood)(
    "that is rejected permanently is DEAD after one attempt: %s",
    async (code, error, status) => {
      msg91.mood = { error, ...(status && { status }) };
      const row = await triedSms(await paidTraveller());
      expect(row).toMatchObject({ state: "DEAD", attempts: 1, lastError: code });
    },
  );

  const forNow: [string, Msg91Mood][] = [
    ["MSG91_ACCOUNT", { error: "Invalid authkey" }],
    ["MSG91_ACCOUNT", { error: "IP not whitelisted", status: 418 }],
    ["MSG91_500", "HTML 500"],
    ["MSG91_NO_CONNECTION", "reset"],
  ];
  test.each(forNow)("that is rejected temporarily is retried half a minute later: %s", async (code, mood) => {
    msg91.mood = mood;
    const row = await triedSms(await paidTraveller());
    expect(row).toMatchObject({ state: "DUE", attempts: 1, lastError: code });
    // Allows 90 s, because the attempt is made one or two runs after the message was created.
    const pause = Date.parse(row.nextTryAt) - Date.parse(row.createdAt);
    expect(pause).toBeGreaterThanOrEqual(30_000);
    expect(pause).toBeLessThan(90_000);
  });

  test("that gets no response does not delay e-mails, and is retried after its timeout", async () => {
    msg91.mood = "silence";
    const traveller = travellers[0]!;
    await traveller.do(documents.updateProfile, { name: "Asha", email: "asha@example.com" });
    await paidTraveller();
    await waitFor("MSG91 has the SMS", () => msg91.callsFor(traveller.phoneNumber).length === 1);
    await waitFor(
      "the e-mail is out",
      async () => (await readMail(traveller, "asha@example.com")).length === 1,
    );
    const sms = await triedSms(traveller);
    expect(sms).toMatchObject({ state: "DUE", lastError: "MSG91_TIMEOUT" });
    const mail = (await readMessages(traveller)).find(({ channel }) => channel === "EMAIL")!;
    // The retry is due 30 s after the timeout of the SMS, so the e-mail was sent before the timeout.
    expect(Date.parse(mail.sentAt)).toBeLessThan(Date.parse(sms.nextTryAt) - 30_000);
  });

  test("is sent again with the same id if the server is killed between sending and recording", async () => {
    msg91.mood = "silence";
    const traveller = await paidTraveller();
    await waitFor("MSG91 has the SMS", () => msg91.callsFor(traveller.phoneNumber).length === 1);
    await scene.server.stop("SIGKILL");
    expect(await smsOf(traveller)).toMatchObject({ state: "DUE", sentAt: null });
    msg91.mood = "takes it";
    await scene.server.start();
    await waitFor("it is sent", async () => (await smsOf(traveller)).state === "SENT");
    const ids = msg91.callsFor(traveller.phoneNumber).map(({ recipient }) => recipient.CRQID);
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ids)).toEqual(new Set([(await smsOf(traveller)).notificationId]));
  }, 180_000);
});

test("a status change and its messages are rolled back if one of the messages cannot be stored", async () => {
  const traveller = travellers.shift()!;
  await traveller.do(documents.updateProfile, { name: "Asha", email: "asha@example.com" });
  const proof = scene.gateway.pay(traveller.order.orderId);
  await withDatabase(scene.server, (db) => db.refuseInserts("notification", "NEW.channel = 'EMAIL'"));
  const { errors } = await confirm(traveller, proof);
  expect(errors).toHaveLength(1);
  expect(await traveller.readRequest()).toMatchObject({
    visaRequestStatus: "PENDING",
    paymentStatus: "PENDING",
  });
  expect(await scene.outcomes(traveller)).toEqual([]);
  // The rollback has also removed the SMS, which was written before the e-mail.
  expect(await readMessages(traveller)).toEqual([]);

  await withDatabase(scene.server, (db) => db.dropTrigger("refused", "notification"));
  await confirm(traveller, proof);
  expect((await readMessages(traveller)).map(({ channel }) => channel)).toEqual(["SMS", "EMAIL"]);
}, 240_000);

test("a message that MSG91 accepts slowly is sent once, because a stopping server waits for it", async () => {
  scene.server.configure({ STOP_SECONDS: "2", PROVIDER_TIMEOUT_SECONDS: "10" });
  await scene.server.restart();
  msg91.mood = "takes it after 9 s";
  const traveller = await paidTraveller();
  await waitFor("MSG91 has the SMS", () => msg91.callsFor(traveller.phoneNumber).length === 1);
  expect(await scene.server.stop("SIGTERM")).toBe(0);
  expect(await smsOf(traveller)).toMatchObject({ state: "SENT" });
  expect(msg91.callsFor(traveller.phoneNumber)).toHaveLength(1);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { eraseNow } from "../kit/data/erasing";
import { FakeSmtp } from "../kit/standIns/fakeSmtp";
import { readMessages, readSms } from "../kit/data/messages";
import { MoneyScene } from "../kit/stories/moneyScene";
import { addApplicant } from "../kit/stories/applicants";
import { confirm } from "../kit/stories/paying";
import type { Traveller } from "../kit/personas/traveller";
import { findFreePort } from "../kit/server/testServer";
import { scrapeMetrics } from "../kit/wire/scrapeMetrics";
import { waitFor } from "../kit/waitFor";

let scene: MoneyScene;
let smtp: FakeSmtp;
let metricsPort: number;
beforeAll(async () => {
  smtp = await FakeSmtp.start();
  metricsPort = await findFreePort();
  const settings = { ...smtp.settings(), METRICS_PORT: String(metricsPort) };
  scene = await MoneyScene.set(settings);
}, 180_000);
afterAll(async () => {
  await scene.clear();
  await smtp.close();
});
beforeEach(() => {
  smtp.answers = { recipient: 250, data: 250 };
  smtp.isSilent = false;
});

let people = 0;

/** Returns a traveller with a distinct e-mail address who has just paid. */
async function paidTraveller(): Promise<Traveller & { email: string }> {
  const traveller = await scene.withOrder();
  const email = `asha${++people}@example.com`;
  await traveller.do(documents.updateProfile, { name: "Asha Rao", email });
  await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
  return Object.assign(traveller, { email });
}

const smsOf = async (traveller: Traveller) =>
  (await readMessages(traveller)).find(({ channel }) => channel === "SMS")!;
const mailOf = async (traveller: Traveller) =>
  (await readMessages(traveller)).find(({ channel }) => channel === "EMAIL")!;

/** Waits until the e-mail has been attempted, and returns its row. */
async function triedMail(traveller: Traveller) {
  await waitFor("the e-mail was attempted", async () => (await mailOf(traveller)).attempts >= 1);
  return mailOf(traveller);
}

test("an e-mail is sent over TLS after a login, as text and HTML, with the message's id as Message-ID", async () => {
  const traveller = await paidTraveller();
  const { visaReferenceNo, visaRequestId, totalPrice } = traveller.request;
  const row = await triedMail(traveller);
  expect(row).toMatchObject({ state: "SENT", attempts: 1, lastError: null });
  const [mail, ...more] = smtp.mailsTo(traveller.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ from: "no-reply@visaport.example", isEncrypted: true, user: smtp.user });
  // Undoes quoted-printable encoding, which breaks long lines.
  const text = mail!.raw.replace(/=\r\n/g, "").replace(/=3D/g, "=");
  expect(text).toContain(`Message-ID: <${row.notificationId}@localhost>`);
  expect(text).toMatch(/^List-I[dD]: .*<paid\.localhost>/m);
  expect(text).toContain("From: Visaport <no-reply@visaport.example>");
  expect(text).toContain(`Subject: We have received your payment for ${visaReferenceNo}`);
  expect(text).toContain("Auto-Submitted: auto-generated");
  expect(text).toContain("Content-Type: text/plain");
  expect(text).toContain("Content-Type: text/html");
  expect(text).toContain(`We have received INR ${totalPrice}/- for your application ${visaReferenceNo}`);
  expect(text).toContain(
    `<a href="http://localhost:${new URL(scene.server.url).port}/application/${visaRequestId}">`,
  );
  expect(scene.server.output).not.toContain(smtp.password);
  expect(scene.server.output).not.toContain(traveller.email);
});

test("an e-mail that is waiting behind slow ones is not sent once its account has been erased", async () => {
  smtp.answers = { ...smtp.answers, data: 451 };
  const before: Traveller[] = [];
  for (let count = 0; count < 4; count++) before.push(await paidTraveller());
  const erased = await scene.withOrder();
  const email = "erased@example.com";
  await erased.do(documents.updateProfile, { name: "Asha Rao", email });
  // The payment is for an earlier total and is refunded, so that nothing prevents the erasure.
  await addApplicant(erased, scene.files);
  await confirm(erased, scene.gateway.pay(erased.order.orderId));
  await waitFor("it is refunded", async () => (await erased.readRequest()).paymentStatus === "REFUNDED");
  const after = await paidTraveller();
  const isTried = async (traveller: Traveller) =>
    (await readMessages(traveller)).every(({ attempts }) => attempts >= 1);
  for (const traveller of [...before, erased, after])
    await waitFor("the messages were attempted", () => isTried(traveller));

  smtp.answers = { ...smtp.answers, data: 250 };
  smtp.hold();
  const [arrived, earlier] = [smtp.mails.length, smtp.mailsTo(email).length];
  const order = [...before, erased, after].map(
    ({ userId }, index) => `WHEN '${userId}' THEN '${new Date(index).toISOString()}'`,
  );
  // One statement makes all these messages due, so that one run reads them all.
  await editDatabase(
    scene.server,
    `UPDATE notification SET "nextTryAt" = CASE "userId" ${order.join(" ")} ELSE "nextTryAt" END
     WHERE state = 'DUE' AND channel = 'EMAIL'`,
  );
  await waitFor("the first e-mails are in flight", () => smtp.mails.length === arrived + 4);
  expect((await eraseNow(erased)).data.eraseAccount).toMatchObject({ userErrors: [] });
  smtp.release();
  await waitFor("the last e-mail is sent", async () => (await mailOf(after)).state === "SENT");
  expect(smtp.mailsTo(email)).toHaveLength(earlier);
});

describe("a mail server", () => {
  test.each([
    ["recipient", 550],
    ["data", 552],
  ] as const)("that replies 5xx to the %s makes the e-mail DEAD, without a retry", async (place, code) => {
    smtp.answers = { ...smtp.answers, [place]: code };
    const row = await triedMail(await paidTraveller());
    expect(row).toMatchObject({ state: "DEAD", attempts: 1, lastError: `SMTP_${code}` });
  });

  test.each([
    ["recipient", 450],
    ["data", 451],
  ] as const)("that replies 4xx to the %s leaves the e-mail DUE for a retry", async (place, code) => {
    smtp.answers = { ...smtp.answers, [place]: code };
    const row = await triedMail(await paidTraveller());
    expect(row).toMatchObject({ state: "DUE", attempts: 1, lastError: `SMTP_${code}` });
  });

  test("that never replies does not delay an SMS, and receives the e-mail again with the same Message-ID after our server is killed", async () => {
    smtp.isSilent = true;
    const traveller = await paidTraveller();
    await waitFor("the mail server has the e-mail", () => smtp.mailsTo(traveller.email).length === 1);
    await waitFor("the SMS is sent", async () => (await smsOf(traveller)).state === "SENT");
    await scene.server.stop("SIGKILL");
    expect(await mailOf(traveller)).toMatchObject({ state: "DUE", sentAt: null });
    smtp.isSilent = false;
    await scene.server.start();
    await waitFor("it is sent", async () => (await mailOf(traveller)).state === "SENT");
    const ids = smtp.mailsTo(traveller.email).map(({ raw }) => /^Message-ID: <(.*)@/m.exec(raw)?.[1]);
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ids)).toEqual(new Set([(await mailOf(traveller)).notificationId]));
    // The SMS is not sent again, because it was recorded as sent.
    expect(await readSms(traveller)).toHaveLength(1);
  }, 180_000);

  test("that rejects our password causes retries, and a metric counts the e-mails that fail", async () => {
    const countFailing = async () =>
      (await scrapeMetrics(metricsPort)).get('visaport_jobs_failing{queue="mail"}');
    const retryNow = async () => {
      const sql = `UPDATE notification SET "nextTryAt" = ? WHERE state = 'DUE' AND channel = 'EMAIL'`;
      await editDatabase(scene.server, sql, [new Date().toISOString()]);
      await waitFor("no e-mail fails", async () => (await countFailing()) === 0);
    };
    await retryNow();
    scene.server.configure({ SMTP_PASSWORD: "another" });
    await scene.server.restart();
    for (let count = 0; count < 3; count++)
      expect(await triedMail(await paidTraveller())).toMatchObject({ state: "DUE", lastError: "SMTP_LOGIN" });
    expect(await countFailing()).toBe(3);
    scene.server.configure({ SMTP_PASSWORD: smtp.password });
    await scene.server.restart();
    await retryNow();
  }, 180_000);
});

describe("no e-mail is sent through", () => {
  test("a server with an untrusted certificate", async () => {
    scene.server.configure(smtp.settings({ isTrusted: false }));
    await scene.server.restart();
    const traveller = await paidTraveller();
    expect(await triedMail(traveller)).toMatchObject({ state: "DUE", lastError: "SMTP_TLS" });
    expect(smtp.mailsTo(traveller.email)).toEqual([]);
  }, 180_000);

  test("a server without TLS", async () => {
    await scene.server.stop();
    const plain = await FakeSmtp.start({ hasTls: false });
    scene.server.configure(plain.settings());
    await scene.server.start();
    const traveller = await paidTraveller();
    expect(await triedMail(traveller)).toMatchObject({ state: "DUE", lastError: "SMTP_TLS" });
    expect([plain.mails, plain.logins]).toEqual([[], 0]);
    await scene.server.stop();
    await plain.close();
  }, 180_000);
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { FakeMsg91 } from "../kit/standIns/fakeMsg91";
import { MoneyScene } from "../kit/stories/moneyScene";
import { confirm } from "../kit/stories/paying";
import { readMail, readMessages, readSms, waitUntilSent } from "../kit/data/messages";
import { KeyRotationRun } from "../kit/server/rotateKeys";
import { signInStaff } from "../kit/personas/staff";
import type { Traveller } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";
import { staffRetryMessage } from "./notification.generated";

const [oldKey, newKey] = ["the old data key, of enough bytes", "the new data key, of enough bytes"];

let scene: MoneyScene;
beforeAll(async () => {
  scene = await MoneyScene.set({ DATA_KEY: oldKey });
}, 180_000);
afterAll(() => scene.clear());

/** Returns a traveller with a name, an e-mail address and an order. */
async function asha(): Promise<Traveller> {
  const traveller = await scene.withOrder();
  await traveller.do(documents.updateProfile, { name: "Asha Rao", email: "asha@example.com" });
  return traveller;
}

test("a payment is confirmed by SMS and e-mail, with the amount and the reference number", async () => {
  const traveller = await asha();
  const { visaRequestId, visaReferenceNo, totalPrice, visaName, countryName } = traveller.request;
  await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
  await waitUntilSent(traveller);

  const [sms, ...moreSms] = await readSms(traveller);
  expect(moreSms).toEqual([]);
  expect(sms).toEqual({
    at: expect.any(String),
    id: expect.any(String),
    to: traveller.phoneNumber,
    template: "paid",
    text: `Visaport: We have received INR ${totalPrice}/- for ${visaReferenceNo}. Our team will review your application next. Follow its progress in your account.`,
  });
  const [mail, ...moreMail] = await readMail(traveller, "asha@example.com");
  expect(moreMail).toEqual([]);
  expect(mail).toMatchObject({
    template: "paid",
    subject: `We have received your payment for ${visaReferenceNo}`,
  });
  expect(mail.text).toBe(
    `Hello Asha,\n\nWe have received INR ${totalPrice}/- for your application ${visaReferenceNo} (${visaName}, ${countryName}).\n\n` +
      "Our team will review it next. We will write as soon as there is news.\n\n" +
      `Follow your application: http://localhost:${new URL(scene.server.url).port}/application/${visaRequestId}\n\nVisaport\n`,
  );
  expect(await readMessages(traveller)).toMatchObject([
    { channel: "SMS", state: "SENT", attempts: 1, notificationId: sms.id },
    { channel: "EMAIL", state: "SENT", attempts: 1, notificationId: mail.id },
  ]);
});

test("a payment that the browser and webhooks report concurrently sends one set of messages", async () => {
  const traveller = await asha();
  const proof = scene.gateway.pay(traveller.order.orderId);
  const about = { order: proof.razorpay_order_id, payment: proof.razorpay_payment_id };
  const captured = scene.gateway.makeWebhook("payment.captured", about);
  const paid = scene.gateway.makeWebhook("order.paid", about);
  await Promise.all([
    confirm(traveller, proof),
    confirm(traveller, proof),
    scene.tell(captured),
    scene.tell(paid),
  ]);
  await confirm(traveller, proof);
  await waitUntilSent(traveller);
  expect((await readMessages(traveller)).map(({ event, channel }) => [event, channel])).toEqual([
    ["PAID", "SMS"],
    ["PAID", "EMAIL"],
  ]);
  expect(await readSms(traveller)).toHaveLength(1);
});

test("a payment that is recorded again, as after a manual repair, sends no further messages", async () => {
  const traveller = await asha();
  const proof = scene.gateway.pay(traveller.order.orderId);
  await confirm(traveller, proof);
  await waitUntilSent(traveller);
  const before = await readMessages(traveller);
  const { visaRequestId } = traveller.request;
  await editDatabase(scene.server, [
    `DELETE FROM payment WHERE "visaRequestId" = '${visaRequestId}'`,
    `UPDATE visa_request SET "visaRequestStatus" = 'PENDING', "paymentStatus" = 'PENDING'
     WHERE "visaRequestId" = '${visaRequestId}'`,
  ]);
  const { data } = await confirm(traveller, proof);
  expect(data.confirmPayment).toMatchObject({ userErrors: [], visaRequest: { paymentStatus: "PAID" } });
  expect(await readMessages(traveller)).toEqual(before);
}, 180_000);

test("no e-mail is sent without an address, and a rejected payment sends no message at all", async () => {
  const traveller = await scene.withOrder();
  const proof = scene.gateway.pay(traveller.order.orderId, { amount: 100 });
  await confirm(traveller, proof);
  expect(await readMessages(traveller)).toEqual([]);
  await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
  expect((await readMessages(traveller)).map(({ channel }) => channel)).toEqual(["SMS"]);
});

test("an unexpected payment sends messages that state its amount, before and after its refund", async () => {
  const traveller = await asha();
  const { orderId } = traveller.order;
  await addApplicant(traveller, scene.files);
  const proof = scene.gateway.pay(orderId);
  await confirm(traveller, proof);
  const refund = () => scene.server.runCommand("refund", proof.razorpay_payment_id, "came too late");
  expect((await Promise.all([refund(), refund()])).map(({ code }) => code)).toEqual([0, 0]);
  await waitUntilSent(traveller);
  expect((await readMessages(traveller)).map(({ event, channel }) => [event, channel])).toEqual([
    ["REFUND_DUE", "SMS"],
    ["REFUND_DUE", "EMAIL"],
    ["REFUNDED", "SMS"],
    ["REFUNDED", "EMAIL"],
  ]);
  const amount = scene.gateway.payments.get(proof.razorpay_payment_id)!.amount / 100;
  const { visaReferenceNo } = traveller.request;
  expect((await readSms(traveller)).map(({ text }) => text)).toEqual([
    `Visaport: We could not use your payment of INR ${amount}/- for ${visaReferenceNo}, and are refunding all of it. You do not need to do anything.`,
    `Visaport: We have refunded INR ${amount}/- for ${visaReferenceNo}. Your bank may take a few days to show it.`,
  ]);
});

test("a message can still be sent after a change of the data key", async () => {
  const msg91 = await FakeMsg91.start();
  try {
    const staff = await signInStaff(scene.server);
    const traveller = await scene.withOrder();
    msg91.mood = { error: "Please provide valid mobile number" };
    scene.server.configure(msg91.settings);
    await scene.server.restart();
    await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
    await waitFor("it is refused", async () => (await readMessages(traveller))[0]?.state === "DEAD");
    const [{ notificationId, paramsSealed }] = await readMessages(traveller);

    const both = { DATA_KEY: newKey, DATA_KEY_PREVIOUS: oldKey };
    scene.server.configure({ ...both, SMS_PROVIDER: "outbox" });
    await scene.server.restart();
    expect(await new KeyRotationRun(scene.server, both).end()).toMatchObject({ code: 0 });
    expect((await readMessages(traveller))[0].paramsSealed).not.toBe(paramsSealed);
    scene.server.configure({ DATA_KEY_PREVIOUS: undefined });
    await scene.server.restart();
    await staff.call(staffRetryMessage, { input: { notificationId } });
    await waitUntilSent(traveller);
    expect((await readSms(traveller))[0].text).toContain(traveller.request.visaReferenceNo);
  } finally {
    await msg91.close();
  }
}, 300_000);

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import pLimit from "p-limit";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { makeDetails, newPhoneNumber, toConfirmation, Traveller } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { readTables } from "../kit/data/readTables";
import { atEach, provideProcesses, rounds } from "../kit/server/processes";
import type { RunningServer } from "../kit/server/runningServer";
import { callGraphql } from "../kit/wire/callApi";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";

/**
 * With SQLite, one queue serialises writes. These tests check the same guarantees for three processes that
 * get the same calls concurrently.
 */

/** Number of concurrent rounds, so that other travellers are always active. */
const together = 4;

const provided = provideProcesses();

const inRounds = (round: (number: number) => Promise<void>, atOnce = together) => {
  const limit = pLimit(atOnce);
  return Promise.all(Array.from({ length: rounds }, (_, number) => limit(() => round(number))));
};
/** Returns the servers, called from a separate IP address for each `number`. */
const reach = (number: number): RunningServer[] =>
  provided.servers.map((server) => server.from(`10.${1 + (number >> 8)}.${number & 255}.1`));
const readOutbox = async () =>
  (await readFile(join(provided.servers[0]!.dataDir, "outbox", "sms.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { to: string; template: string });

test("if many travellers send each step to all three processes concurrently, each step is done once", async () => {
  const files = await makeSmallFiles();
  const numbers: string[] = [];
  await inRounds(async (number) => {
    const reached = reach(number);
    const phoneNumber = newPhoneNumber();
    numbers.push(phoneNumber);

    const asked = { variables: { input: { phoneNumber } } };
    await callGraphql(reached[0]!, documents.requestOtp, asked);

    // The code opens one session.
    const otp = await reached[0]!.readCode(phoneNumber);
    const tried = { variables: { input: { phoneNumber, otp } } };
    const logins = await Promise.all(
      reached.map((server) => callGraphql(server, documents.verifyOtp, tried)),
    );
    const opened = logins.filter((login) => getUserErrors(login).length === 0);
    expect(opened).toHaveLength(1);
    const own = new Traveller(reached[0]!, phoneNumber, opened[0]!.data.verifyOtp.session);
    const travellers = atEach(reached, own);

    // The idempotency key creates one application.
    const { data } = await own.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
    const wanted = { visaId: data.visa.visaId, idempotencyKey: randomUUID() };
    const requests = await Promise.all(travellers.map((one) => one.do(documents.createVisaRequest, wanted)));
    expect(new Set(requests.map(({ visaRequestId }) => visaRequestId)).size).toBe(1);
    const { visaRequestId } = requests[0]!;
    await own.do(documents.createVisaApplicant, { visaRequestId, ...makeDetails() }, files);

    // There is one order, and one payment for it.
    const orders = await Promise.all(
      travellers.map((one) => one.do(documents.createPaymentOrder, { visaRequestId })),
    );
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1);
    const proof = provided.gateway.pay(orders[0]!.orderId);
    const webhook = provided.gateway.makeWebhook("payment.captured", {
      order: proof.razorpay_order_id,
      payment: proof.razorpay_payment_id,
    });
    const [, ...confirmed] = await Promise.all([
      fetch(`${reached[0]!.url}/api/payment/webhook`, { method: "POST", ...webhook }),
      ...travellers.map((one) =>
        one.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) }),
      ),
    ]);
    for (const request of confirmed)
      expect(request).toMatchObject({ visaRequestId, visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" });
  });

  const { user_account, session, visa_request, payment_order, payment } = await readTables(
    provided.servers[0]!,
    ["user_account", "session", "visa_request", "payment_order", "payment"],
  );
  expect(user_account.filter(({ phoneNumber }) => numbers.includes(phoneNumber))).toHaveLength(rounds);
  for (const rows of [session, visa_request, payment_order, payment]) expect(rows).toHaveLength(rounds);
  expect(visa_request.every(({ paymentStatus }) => paymentStatus === "PAID")).toBe(true);

  // Each traveller gets one code and one message about the payment.
  await poll(async () => expect(await readOutbox()).toHaveLength(2 * rounds));
  const outbox = await readOutbox();
  for (const number of numbers) expect(outbox.filter(({ to }) => to === number)).toHaveLength(2);
}, 600_000);

test("a number gets at most three codes in 15 minutes across all processes", async () => {
  const numbers: string[] = [];
  await inRounds(async (number) => {
    const phoneNumber = newPhoneNumber();
    numbers.push(phoneNumber);
    const reached = reach(2_000 + number);
    await Promise.all(
      [...reached, ...reached].map((server) =>
        callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } }),
      ),
    );
  });
  const outbox = await readOutbox();
  for (const number of numbers) expect(outbox.filter(({ to }) => to === number)).toHaveLength(3);
}, 600_000);

test("a code allows five attempts across all processes", async () => {
  // More rounds run concurrently, because responses to wrong codes from one IP address are delayed by seconds.
  await inRounds(async (number) => {
    const reached = reach(1_000 + number);
    const phoneNumber = newPhoneNumber();
    const asked = await callGraphql(reached[0]!, documents.requestOtp, {
      variables: { input: { phoneNumber } },
    });
    expect(asked.errors).toBeUndefined();
    const right = await reached[0]!.readCode(phoneNumber);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
    const verify = (server: RunningServer, otp: string) =>
      callGraphql(server, documents.verifyOtp, { variables: { input: { phoneNumber, otp } } });
    await Promise.all([...reached, ...reached].map((server) => verify(server, wrong)));
    const last = await verify(reached[1]!, right);
    expect(errorCodes(getUserErrors(last))).toEqual(["otp: OTP_INVALID"]);
  }, 12 * together);
}, 600_000);

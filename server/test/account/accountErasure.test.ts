import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { codeFor, exportProof, numberProof } from "../kit/personas/codeFor";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { erase, eraseNow, rawDatabase } from "../kit/data/erasing";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readMessages } from "../kit/data/messages";
import { readTables, type TableName } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import {
  newPhoneNumber,
  signedInTraveller,
  signIn,
  toStory,
  type Traveller,
} from "../kit/personas/traveller";
import { erasureBlockers } from "./account.generated";

const passportNumber = "Q7654321";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
});
afterAll(() => server.dispose());

const rowOf = async (table: TableName, id: string) =>
  (await readTables(server, [table]))[table].find((row: object) => Object.values(row)[0] === id);

async function makeAsha(): Promise<Traveller> {
  const asha = await signedInTraveller(server).withRequest();
  await asha.do(documents.updateProfile, { name: "Ashalata Venkataraman", email: "ashalata@example.com" });
  await addApplicant(asha, files, { passportNumber, lastName: "Venkataraman" });
  asha.request = await asha.readRequest();
  return asha;
}

describe("erasing an account", () => {
  test("removes personal data from the database, including its free pages, and every file from the disk", async () => {
    const keeper = await signedInTraveller(server).withRequest();
    await addApplicant(keeper, files);
    const kept = await server.listFiles();
    const asha = await makeAsha();
    const { visaRequestId, visaReferenceNo, totalPrice } = asha.request;
    await asha.do(documents.createVisaRequest, { visaId: keeper.request.visaId, idempotencyKey: "once" });
    const [{ profileSrc }] = asha.request.visaApplicants;
    expect(await rawDatabase(server)).toContain("Ashalata Venkataraman");
    expect(await server.listFiles()).toHaveLength(kept.length + 3);

    const answer = await eraseNow(asha);
    expect(answer.data.eraseAccount).toEqual({ erased: true, userErrors: [] });

    expect((await server.listFiles()).sort()).toEqual(kept.sort());
    const raw = await rawDatabase(server);
    for (const value of ["Ashalata", "Venkataraman", "ashalata@example.com", asha.phoneNumber])
      expect(raw.includes(value) ? `the disk still holds ${value}` : "").toBe("");
    expect(await rowOf("visa_request", visaRequestId)).toMatchObject({
      visaReferenceNo,
      totalPrice,
      visaRequestStatus: "CANCELLED",
      email: null,
      mobile: "",
      papersRemovedAt: expect.any(String),
    });
    expect(await rowOf("user_account", asha.userId)).toMatchObject({ name: "", email: null });
    const { idempotency_key: keys } = await readTables(server, ["idempotency_key"]);
    expect(keys.filter(({ userId }) => userId === asha.userId)).toEqual([]);
    expect((await fetch(server.url + profileSrc)).status).toBe(404);
    const last = (await readTables(server, ["audit_event"])).audit_event.at(-1);
    expect(last).toMatchObject({ action: "ACCOUNT_ERASED", actorId: asha.userId, subjectId: asha.userId });
    expect((await keeper.readRequest()).visaApplicants).toHaveLength(1);
  });

  test("removes the account's earlier number from the database as well", async () => {
    const asha = await signIn(server);
    const phoneNumber = newPhoneNumber();
    await asha.do(documents.updateProfile, await numberProof(asha, phoneNumber));
    await erase(asha, await codeFor(server, phoneNumber));
    const raw = await rawDatabase(server);
    for (const number of [asha.phoneNumber, phoneNumber]) expect(raw.includes(number)).toBe(false);
  });

  test("ends all sessions immediately, and the next login with the number creates a new account", async () => {
    const asha = await makeAsha();
    const laptop = await signIn(server, asha.phoneNumber);
    const [{ profileSrc }] = asha.request.visaApplicants;
    // Reads just before the erasure, so that a stale cached session or row would be noticed.
    for (const { token } of [asha, laptop])
      expect((await callGraphql(server, documents.me, { token })).data.me).toMatchObject({
        userId: asha.userId,
      });
    expect(await asha.readRequest()).not.toBeNull();
    expect((await fetch(server.url + profileSrc)).status).toBe(200);
    // Earlier codes would use up the limit of the login below.
    const { otp } = await exportProof(asha);
    await erase(asha, otp);
    expect((await fetch(server.url + profileSrc)).status).toBe(404);
    for (const { token } of [asha, laptop])
      expect((await callGraphql(server, documents.me, { token })).data.me).toBeNull();
    const { session } = await readTables(server, ["session"]);
    const ended = session.filter(({ userId }) => userId === asha.userId).map(({ endedAt }) => endedAt);
    expect(ended).toEqual([expect.any(String), expect.any(String)]);
    const anew = await signIn(server, asha.phoneNumber);
    expect(anew.userId).not.toBe(asha.userId);
    expect((await anew.call(documents.me)).data.me).toMatchObject({ name: "", email: null });
    expect((await anew.call(documents.myVisaRequests)).data.myVisaRequests.totalCount).toBe(0);
    anew.request = asha.request;
    expect(await anew.readRequest()).toBeNull();
  });

  test("retains the payments of a decided application, but no personal data", async () => {
    const asha = await makeAsha();
    await toStory(asha).paid();
    const { visaRequestId, totalPrice, paymentGatewayNo } = asha.request;
    await editDatabase(server, [
      `UPDATE visa_request SET "visaRequestStatus" = 'APPROVED' WHERE "visaRequestId" = '${visaRequestId}'`,
      `UPDATE visa_request_event SET note = 'Dear Ashalata, all is well' WHERE "visaRequestId" = '${visaRequestId}'`,
    ]);
    expect((await eraseNow(asha)).data.eraseAccount.erased).toBe(true);
    expect(await rowOf("visa_request", visaRequestId)).toMatchObject({
      visaRequestStatus: "APPROVED",
      paymentStatus: "PAID",
      totalPrice,
      paymentGatewayNo,
    });
    expect(await rowOf("payment", paymentGatewayNo)).toMatchObject({ amount: totalPrice * 100 });
    expect(await rawDatabase(server)).not.toContain("Ashalata");
  });

  test("is rejected with the application's reference number while a paid application is open", async () => {
    const asha = await makeAsha();
    await toStory(asha).paid();
    const { visaReferenceNo, visaRequestId } = asha.request;
    expect((await asha.call(erasureBlockers)).data.me.erasureBlockedBy).toEqual([visaReferenceNo]);
    const before = await readTables(server, [
      "visa_request",
      "visa_applicant",
      "stored_file",
      "user_account",
    ]);
    const right = await codeFor(server, asha.phoneNumber);
    for (const otp of ["", right]) {
      const userErrors = getUserErrors(await erase(asha, otp));
      expect(errorCodes(userErrors)).toEqual(["null: INVALID_STATE"]);
      expect(userErrors[0].message).toContain(visaReferenceNo);
    }
    expect(await readTables(server, Object.keys(before) as TableName[])).toEqual(before);

    await editDatabase(
      server,
      `UPDATE visa_request SET "visaRequestStatus" = 'CANCELLED', "paymentStatus" = 'REFUND_DUE' WHERE "visaRequestId" = ?`,
      [visaRequestId],
    );
    expect(errorCodes(getUserErrors(await erase(asha, right)))).toEqual(["null: INVALID_STATE"]);
    await editDatabase(
      server,
      `UPDATE visa_request SET "paymentStatus" = 'REFUNDED' WHERE "visaRequestId" = ?`,
      [visaRequestId],
    );
    expect((await asha.call(erasureBlockers)).data.me.erasureBlockedBy).toEqual([]);
    expect(await readMessages(asha)).not.toEqual([]);
    expect((await erase(asha, right)).data.eraseAccount.erased).toBe(true);
    expect(await readMessages(asha)).toEqual([]);
  });

  test.each([
    ["a duplicate payment has to be refunded", "REFUND_DUE", "FAILED"],
    ["a partial refund is due", "SETTLED", "DUE"],
    ["a partial refund has been requested", "SETTLED", "REQUESTED"],
    ["a partial refund has failed", "SETTLED", "FAILED"],
  ])("is rejected while %s", async (_why, outcome, state) => {
    const asha = await makeAsha();
    await toStory(asha).paid();
    const { visaReferenceNo, visaRequestId } = asha.request;
    await editDatabase(server, [
      `UPDATE visa_request SET "visaRequestStatus" = 'APPROVED' WHERE "visaRequestId" = '${visaRequestId}'`,
      // The next attempt is so late that no refund is sent during the test.
      `INSERT INTO refund ("refundId", "razorpayPaymentId", amount, reason, origin, "idempotencyKey", state, attempts,
         "nextTryAt", "createdAt")
       SELECT "razorpayPaymentId", "razorpayPaymentId", 100, '', 'OURS', "razorpayPaymentId", '${state}', 1,
         '9999-01-01T00:00:00.000Z', "createdAt"
       FROM payment WHERE "visaRequestId" = '${visaRequestId}'`,
      `UPDATE payment SET outcome = '${outcome}' WHERE "visaRequestId" = '${visaRequestId}'`,
    ]);
    const { data } = await asha.call<{ me: { erasureBlockedBy: string[] } }>("{ me { erasureBlockedBy } }");
    expect(data.me.erasureBlockedBy).toEqual([visaReferenceNo]);
    expect(errorCodes(getUserErrors(await eraseNow(asha)))).toEqual(["null: INVALID_STATE"]);
  });

  test("is rejected while a dispute about the payment is open", async () => {
    const asha = await makeAsha();
    await toStory(asha).paid();
    const { visaReferenceNo, visaRequestId } = asha.request;
    await editDatabase(server, [
      `UPDATE visa_request SET "visaRequestStatus" = 'APPROVED' WHERE "visaRequestId" = '${visaRequestId}'`,
      `INSERT INTO money_task ("moneyTaskId", "visaRequestId", "razorpayPaymentId", kind, "openedAt", "changedAt")
       SELECT 'task', "visaRequestId", "razorpayPaymentId", 'DISPUTE', "createdAt", "createdAt"
       FROM payment WHERE "visaRequestId" = '${visaRequestId}'`,
    ]);
    expect((await asha.call(erasureBlockers)).data.me.erasureBlockedBy).toEqual([visaReferenceNo]);
    const [refusal] = getUserErrors(await eraseNow(asha));
    expect(refusal).toMatchObject({ code: "INVALID_STATE", message: expect.stringContaining("dispute") });
    expect((await asha.readRequest()).visaApplicants).toHaveLength(1);

    await editDatabase(server, `UPDATE money_task SET "closedAt" = "openedAt" WHERE "moneyTaskId" = 'task'`);
    expect((await eraseNow(asha)).data.eraseAccount.erased).toBe(true);
  });

  test("requires a session and a code that was sent to the account's number", async () => {
    const asha = await makeAsha();
    const stranger = await signIn(server);
    const foreign = await codeFor(server, stranger.phoneNumber);
    expect(errorCodes(getUserErrors(await erase(asha, " ")))).toEqual(["otp: REQUIRED"]);
    expect(errorCodes(getUserErrors(await erase(asha, foreign)))).toEqual(["otp: OTP_INVALID"]);
    const visitor = await callGraphql(server, documents.eraseAccount, {
      variables: { input: { otp: foreign } },
    });
    expect(topLevelErrorCodes(visitor)).toEqual(["UNAUTHENTICATED"]);
    expect(await asha.readRequest()).toMatchObject({ visaRequestStatus: "PENDING" });
  });

  test("also removes data that is written concurrently", async () => {
    const asha = await makeAsha();
    const { visaRequestId } = asha.request;
    const otp = await codeFor(server, asha.phoneNumber);
    const { data } = await asha.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
    await Promise.all([
      addApplicant(asha, files, { lastName: "Venkataraman" }).catch(() => undefined),
      ...Array.from({ length: 5 }, () => asha.call(documents.updateProfile, { input: { name: "Ashalata" } })),
      erase(asha, otp),
      ...Array.from({ length: 5 }, () => asha.call(documents.updateProfile, { input: { name: "Ashalata" } })),
      asha.call(documents.createVisaRequest, { input: { visaId: data.visa.visaId } }),
    ]);
    expect(await rowOf("user_account", asha.userId)).toMatchObject({
      name: "",
      phoneNumber: `erased:${asha.userId}`,
    });
    const { visa_request, visa_applicant } = await readTables(server, ["visa_request", "visa_applicant"]);
    expect(visa_applicant.filter((row) => row.visaRequestId === visaRequestId)).toEqual([]);
    const left = visa_request.filter(({ userId }) => userId === asha.userId);
    expect(new Set(left.map(({ mobile, visaRequestStatus }) => `${mobile}|${visaRequestStatus}`))).toEqual(
      new Set(["|CANCELLED"]),
    );
  });

  test("leaves the audit log intact", async () => {
    const { code, stderr } = await server.runCommand("verifyAudit");
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("ends access through REST too", async () => {
    const asha = await makeAsha();
    await eraseNow(asha);
    const path = `/api/visaRequest/${asha.request.visaRequestId}`;
    expect((await callRest(server, "GET", path, { token: asha.token })).status).toBe(401);
  });
});

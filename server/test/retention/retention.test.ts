import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  cancelledDays,
  decidedDays,
  draftDays,
  leftoverDays,
  maxRequestsPerBatch,
  unansweredDays,
} from "../../modules/retention/retention.rules";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { poll } from "../kit/poll";
import { confirm } from "../kit/stories/paying";
import { readMessages } from "../kit/data/messages";
import { readTables } from "../kit/data/readTables";
import { ageRequest, daysAgo, expirePapers } from "../kit/data/retention";
import { TestServer } from "../kit/server/testServer";
import { TestPartner } from "../kit/personas/partner";
import {
  newPhoneNumber,
  payInSandbox,
  signedInTraveller,
  signIn,
  toStory,
  type Traveller,
} from "../kit/personas/traveller";
import type { DataOf } from "../kit/wire/read";
import { requestAfterRetention } from "./retention.generated";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
});
afterAll(() => server.dispose());

async function withPapers(): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest();
  await addApplicant(traveller, files);
  return traveller;
}
async function look(traveller: Traveller): Promise<DataOf<typeof requestAfterRetention>["visaRequest"]> {
  const { visaRequestId } = traveller.request;
  return (await traveller.call(requestAfterRetention, { visaRequestId })).data.visaRequest;
}
const expire = () => expirePapers(server);

describe("personal data", () => {
  test("is removed after the retention period from drafts, cancelled and decided applications and those with unanswered corrections, but not from others", async () => {
    const expired = {
      draft: await withPapers(),
      ordered: await withPapers(),
      cancelled: await withPapers(),
      approved: await withPapers(),
      rejected: await withPapers(),
      returned: await withPapers(),
      unanswered: await withPapers(),
    };
    const kept = {
      young: await withPapers(),
      changed: await withPapers(),
      paid: await withPapers(),
      owed: await withPapers(),
      decided: await withPapers(),
      givenUp: await withPapers(),
      refunding: await withPapers(),
      failed: await withPapers(),
      waiting: await withPapers(),
      ordering: await withPapers(),
      orderingAgain: await withPapers(),
    };
    for (const traveller of [expired.ordered, kept.orderingAgain]) await toStory(traveller).withOrder();
    for (const traveller of [
      ...[expired.approved, expired.rejected, expired.returned, expired.unanswered],
      ...[kept.decided, kept.paid, kept.refunding, kept.failed, kept.waiting],
    ])
      await toStory(traveller).paid();

    await ageRequest(expired.draft, draftDays + 1);
    await ageRequest(expired.ordered, draftDays + 1);
    await ageRequest(expired.cancelled, cancelledDays + 1, { visaRequestStatus: "CANCELLED" });
    await ageRequest(expired.approved, decidedDays + 1, { visaRequestStatus: "APPROVED" });
    await ageRequest(expired.rejected, decidedDays + 1, { visaRequestStatus: "REJECTED" });
    await ageRequest(expired.returned, draftDays + 1, {
      visaRequestStatus: "PENDING",
      paymentStatus: "REFUNDED",
    });
    await ageRequest(expired.unanswered, unansweredDays + 1, { visaRequestStatus: "ACTION_REQUIRED" });
    await ageRequest(kept.waiting, unansweredDays - 1, { visaRequestStatus: "ACTION_REQUIRED" });
    // A partial refund leaves the payment PAID, so only the refund shows that money is due.
    for (const [state, { request }] of [
      ["DUE", kept.refunding],
      ["FAILED", kept.failed],
    ] as const)
      await editDatabase(server, [
        `INSERT INTO refund ("refundId", "razorpayPaymentId", amount, reason, origin, "idempotencyKey", state,
           attempts, "nextTryAt", "createdAt")
         SELECT '${state}', "razorpayPaymentId", 100, 'GOODWILL', 'OURS', '${state}', '${state}', 0,
           '9999-01-01T00:00:00.000Z', "createdAt" FROM payment WHERE "visaRequestId" = '${request.visaRequestId}'`,
      ]);
    for (const one of [kept.refunding, kept.failed])
      await ageRequest(one, decidedDays + 1, { visaRequestStatus: "REJECTED" });
    await ageRequest(kept.young, draftDays - 1);
    await ageRequest(kept.changed, draftDays + 1);
    const [{ visaApplicantId }] = (await kept.changed.readRequest()).visaApplicants;
    await kept.changed.do(documents.updateVisaApplicant, { visaApplicantId, firstName: "Meera" });
    for (const traveller of [kept.ordering, kept.orderingAgain]) {
      await ageRequest(traveller, draftDays + 1);
      await toStory(traveller).withOrder();
    }
    await ageRequest(kept.paid, decidedDays + 1);
    await ageRequest(kept.owed, decidedDays + 1, {
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUND_DUE",
    });
    await ageRequest(kept.decided, decidedDays - 1, { visaRequestStatus: "APPROVED" });
    await ageRequest(kept.givenUp, cancelledDays - 1, { visaRequestStatus: "CANCELLED" });
    const { profileSrc } = (await expired.draft.readRequest()).visaApplicants[0];

    const before = (await server.listFiles()).length;
    expect(await expire()).toMatch(/^Removed the personal data of 7 applications, 21 files and 0 leftovers/);
    expect(await server.listFiles()).toHaveLength(before - 21);

    for (const [name, traveller] of Object.entries(expired))
      expect({ name, ...(await look(traveller)) }).toMatchObject({
        name,
        mobile: "",
        visaApplicants: [],
        papersRemovedAt: expect.any(String),
        accessLog: [
          { actor: "SYSTEM", action: "PAPERS_EXPIRED" },
          { actor: "YOU", action: "APPLICANT_CREATED" },
        ],
      });
    for (const [name, traveller] of Object.entries(kept))
      expect({ name, ...(await look(traveller)) }).toMatchObject({
        name,
        visaApplicants: [{}],
        papersRemovedAt: null,
      });
    expect(await look(expired.draft)).toMatchObject({
      visaRequestStatus: "CANCELLED",
      timeline: [{ status: "PENDING" }, { status: "CANCELLED", note: expect.stringContaining("30 days") }],
    });
    expect(await look(expired.approved)).toMatchObject({
      visaRequestStatus: "APPROVED",
      paymentStatus: "PAID",
    });
    expect(await look(expired.unanswered)).toMatchObject({
      visaRequestStatus: "REJECTED",
      paymentStatus: "PAID",
    });
    expect((await look(expired.unanswered)).timeline.at(-1)).toMatchObject({
      status: "REJECTED",
      note: expect.stringContaining("180 days"),
    });
    const eventsOf = async (traveller: Traveller) =>
      (await readMessages(traveller)).map(({ event, channel }) => [event, channel]);
    expect(await eventsOf(expired.unanswered)).toEqual([
      ["PAID", "SMS"],
      ["REJECTED", "SMS"],
    ]);
    expect(await eventsOf(expired.rejected)).toEqual([["PAID", "SMS"]]);
    expect((await fetch(server.url + profileSrc)).status).toBe(404);
    expect(await expire()).toMatch(/^Removed the personal data of 0 applications, 0 files and 0 leftovers/);
  });

  test("includes the traveller's number and e-mail address in a partner's application", async () => {
    const program = await (await TestPartner.create(server)).programWith();
    const { data } = await program.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
    const contacts = ["draft", "decided"].map((name) => ({
      mobile: newPhoneNumber(),
      email: `${name}@traveller.example`,
    }));
    for (const [index, contact] of contacts.entries()) {
      program.request = await program.do(documents.createVisaRequest, { visaId: data.visa.visaId, contact });
      if (index === 0) await ageRequest(program, draftDays + 1);
      else {
        await toStory(program).withApplicant().paid();
        await ageRequest(program, decidedDays + 1, { visaRequestStatus: "REJECTED" });
      }
    }
    await expire();
    expect(await look(program)).toMatchObject({ visaRequestStatus: "REJECTED", mobile: "", email: null });
    const stored = JSON.stringify(await readTables(server));
    for (const { mobile, email } of contacts)
      expect([mobile, email].filter((value) => stored.includes(value))).toEqual([]);
  });

  describe("is removed in several batches if there are more drafts than one batch holds", () => {
    const made = maxRequestsPerBatch + 5;
    let people: Traveller[];
    beforeEach(async () => {
      // Several accounts create the drafts, because one has at most twenty open applications.
      people = await Promise.all(Array.from({ length: 3 }, () => signIn(server)));
      for (let count = 0; count < made; count++) {
        const person = people[count % people.length]!;
        await toStory(person).withRequest();
        await ageRequest(person, draftDays + 1);
      }
    });

    test("by the command", async () => {
      expect(await expire()).toMatch(new RegExp(`^Removed the personal data of ${made} applications`));
    });

    test("by one run of the server's job", async () => {
      await server.restart();
      const owners = people.map(({ userId }) => userId);
      await poll(async () => {
        const { visa_request: rows } = await readTables(server, ["visa_request"]);
        const drafts = rows.filter(({ userId }) => owners.includes(userId));
        expect(drafts.filter(({ papersRemovedAt }) => papersRemovedAt !== null)).toHaveLength(made);
      });
    });
  });
});

test("old login codes, sessions, idempotency keys and processed gateway webhooks are removed; current ones are retained", async () => {
  const [gone, here] = [await signIn(server), await signIn(server)];
  const { data } = await gone.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
  for (const who of [gone, here]) {
    await callGraphql(server, documents.requestOtp, {
      variables: { input: { phoneNumber: who.phoneNumber } },
    });
    const input = { visaId: data.visa.visaId, idempotencyKey: "k" };
    who.request = await who.do(documents.createVisaRequest, input);
  }
  const old = daysAgo(leftoverDays + 1);
  await editDatabase(server, [
    `UPDATE login_code SET "createdAt" = '${old}' WHERE "phoneNumber" = '${gone.phoneNumber}'`,
    `UPDATE session SET "endedAt" = '${old}' WHERE "userId" = '${gone.userId}'`,
    `UPDATE idempotency_key SET "createdAt" = '${old}' WHERE "userId" = '${gone.userId}'`,
  ]);
  const { webhook_event: before } = await readTables(server);
  await editDatabase(
    server,
    ["DONE", "IGNORED", "PENDING"].map(
      (
        state,
      ) => `INSERT INTO webhook_event ("webhookEventId", "eventType", state, attempts, "nextTryAt", "receivedAt")
        VALUES ('old-${state}', 'payment.captured', '${state}', 0, '9999-01-01T00:00:00.000Z', '${old}')`,
    ),
  );
  expect(await expire()).toMatch(/and 6 leftovers/);
  const { webhook_event: events } = await readTables(server);
  const left = [...before.map(({ webhookEventId }) => webhookEventId), "old-PENDING"];
  expect(events.map(({ webhookEventId }) => webhookEventId).sort()).toEqual(left.sort());
  const { login_code, session, idempotency_key } = await readTables(server);
  const ownersOf = (rows: { userId?: string; phoneNumber?: string }[] = []) =>
    rows.map(({ userId, phoneNumber }) => userId ?? phoneNumber);
  expect(ownersOf(login_code)).not.toContain(gone.phoneNumber);
  expect(ownersOf(login_code)).toContain(here.phoneNumber);
  for (const rows of [session, idempotency_key]) {
    expect(ownersOf(rows)).not.toContain(gone.userId);
    expect(ownersOf(rows)).toContain(here.userId);
  }
  const answer = await here.do(documents.createVisaRequest, {
    visaId: data.visa.visaId,
    idempotencyKey: "k",
  });
  expect(answer.visaRequestId).toBe(here.request.visaRequestId);
});

test("a payment for an expired draft is due for a refund", async () => {
  const traveller = await withPapers();
  await toStory(traveller).withOrder();
  await ageRequest(traveller, draftDays + 1);
  await expire();
  const answer = await confirm(traveller, await payInSandbox(server, traveller.order.orderId));
  expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
  // The automatic refund may already be done.
  expect(["REFUND_DUE", "REFUNDED"]).toContain((await look(traveller)).paymentStatus);
});

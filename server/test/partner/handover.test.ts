import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Action } from "../../core/access.rules";
import { scopeFor } from "../../core/access.rules";
import { editDatabase } from "../kit/data/editDatabase";
import { readMail, readMessages, readSms, waitUntilSent } from "../kit/data/messages";
import { readTables, requestTables } from "../kit/data/readTables";
import { readZip } from "../kit/data/readZip";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { exportProof, numberProof } from "../kit/personas/codeFor";
import { readEvents, TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber, payInSandbox, signIn, toStory, type Traveller } from "../kit/personas/traveller";
import { daysAhead } from "../kit/server/clock";
import { recordStatements, tracing } from "../kit/data/recordStatements";
import { TestServer } from "../kit/server/testServer";
import { absentId, addApplicant } from "../kit/stories/applicants";
import { withoutWebhooks } from "../kit/stories/paying";
import { approve, makeApproval } from "../kit/stories/review";
import { lookAt, staffStartReview, staffTakeCase, workOn } from "../kit/stories/staffConsole";
import { waitFor } from "../kit/waitFor";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";
import { mutations, type Owned } from "../kit/wire/ownedCalls";
import type { RestRequest } from "../kit/wire/restShapes";
import { staffRetryMessage } from "../notification/notification.generated";

let server: TestServer;
let files: PassportFiles;
let partner: TestPartner;
let secret: string;
let visaId: string;
beforeAll(async () => {
  [server, files] = await Promise.all([
    TestServer.start({ ...withoutWebhooks, ...tracing }),
    makeSmallFiles(),
  ]);
  partner = await TestPartner.create(server, "Sea Tours");
  ({ secret } = await partner.createKey());
  const visaUrl = "vietnam-30-days-single-entry";
  ({ visaId } = (await partner.owner.call(documents.visaId, { visaUrl })).data.visa);
});
afterAll(() => server.dispose());

/** Creates an application of the partner for this mobile number. */
async function prepare(mobile: string): Promise<Traveller> {
  const program = partner.program(secret);
  const input = { visaId, contact: { mobile, email: "a@example.com" }, externalReference: randomUUID() };
  program.request = await program.do(documents.createVisaRequest, input);
  return program;
}

const idOf = ({ request: { visaRequestId } }: Traveller) => ({ visaRequestId });

async function createLink(program: Traveller) {
  const { url, expiresAt } = await program.do(documents.createHandover, idOf(program));
  return { url, expiresAt, token: url.split("/").at(-1)! };
}

const take = (by: Traveller, token: string) => by.call(documents.takeHandover, { input: { token } });
const open = async (token: string) =>
  (await callGraphql(server, documents.handover, { variables: { token } })).data.handover;

/** Hands an application over to a new traveller. */
async function follow(): Promise<{ program: Traveller; follower: Traveller }> {
  const follower = await signIn(server);
  const program = await prepare(follower.phoneNumber);
  const { token } = await createLink(program);
  await follower.do(documents.takeHandover, { token });
  follower.request = await program.readRequest();
  return { program, follower };
}

describe("a hand-over link", () => {
  test("has a token of 32 bytes, which is stored only as a hash, and expires after 7 days", async () => {
    const program = await prepare(newPhoneNumber());
    const { url, expiresAt, token } = await createLink(program);
    expect(new URL(url).pathname).toBe(`/take/${token}`);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(7 * 24);
    expect(JSON.stringify(await readTables(server))).not.toContain(token);
    expect(await open(token)).toEqual({ mobileEnding: program.request.mobile.slice(-2) });
  });

  test("can be created only with a key, for an application without a follower, and used only by a person", async () => {
    const { program, follower } = await follow();
    const again = await program.call(documents.createHandover, { input: idOf(program) });
    expect(errorCodes(getUserErrors(again))).toEqual(["null: INVALID_STATE"]);
    const theirs = await follower.call(documents.createHandover, { input: idOf(program) });
    expect(topLevelErrorCodes(theirs)).toEqual(["FORBIDDEN"]);
    const byKey = await program.call(documents.takeHandover, { input: { token: "x" } });
    expect(topLevelErrorCodes(byKey)).toEqual(["NOT_FOR_KEYS"]);
  });

  test("makes the traveller with the contact's number the follower", async () => {
    const follower = await signIn(server);
    const program = await prepare(follower.phoneNumber);
    await follower.do(documents.takeHandover, { token: (await createLink(program)).token });
    const { nodes, totalCount } = (await follower.call(documents.myVisaRequests)).data.myVisaRequests;
    expect([nodes.map((one) => one.visaRequestId), totalCount]).toEqual([[program.request.visaRequestId], 1]);
    const { data } = await follower.call(documents.followedRequest, idOf(program));
    expect(data.visaRequest).toMatchObject({ preparedBy: "Sea Tours", externalReference: null });
    const path = `/api/visaRequest/${program.request.visaRequestId}`;
    const { body } = await callRest<RestRequest>(server, "GET", path, { token: follower.token });
    expect(body.data.externalReference).toBeNull();
    expect((await program.readRequest()).visaRequestId).toBe(program.request.visaRequestId);
  });
});

describe("NOT_FOUND is returned, and nothing changes, for a link", () => {
  let known: Traveller;
  beforeAll(async () => {
    known = await signIn(server);
  });

  const cases: Record<string, () => Promise<{ by: Traveller; token: string; isOpen?: boolean }>> = {
    "that was never issued": async () => ({ by: known, token: Buffer.alloc(32).toString("base64url") }),
    "with an empty token": async () => ({ by: known, token: "" }),
    "for another number": async () => {
      const { token } = await createLink(await prepare(newPhoneNumber()));
      return { by: known, token, isOpen: true };
    },
    "that the same traveller has already used": async () => {
      const { token } = await createLink(await prepare(known.phoneNumber));
      await known.do(documents.takeHandover, { token });
      return { by: known, token };
    },
    "that has expired": async () => {
      const program = await prepare(known.phoneNumber);
      const { token } = await createLink(program);
      const sql = `UPDATE handover SET "expiresAt" = ? WHERE "visaRequestId" = ?`;
      await editDatabase(server, sql, [
        new Date(Date.now() - 1000).toISOString(),
        program.request.visaRequestId,
      ]);
      return { by: known, token };
    },
    "that was replaced": async () => {
      const program = await prepare(known.phoneNumber);
      const { token } = await createLink(program);
      await createLink(program);
      return { by: known, token };
    },
    "of a cancelled application": async () => {
      const program = await prepare(known.phoneNumber);
      const { token } = await createLink(program);
      await program.do(documents.cancelVisaRequest, idOf(program));
      return { by: known, token };
    },
  };

  test.each(Object.entries(cases))("%s", async (_name, make) => {
    const { by, token, isOpen } = await make();
    const names = [...requestTables, "handover"] as const;
    const before = await readTables(server, names);
    if (!isOpen) expect(await open(token)).toBeNull();
    const refusal = await recordStatements(server, () => take(by, token));
    expect(topLevelErrorCodes(refusal.answer)).toEqual(["NOT_FOUND"]);
    // An unknown token executes the same statements, so that the response time does not reveal the difference.
    expect(await recordStatements(server, () => take(known, "x".repeat(43)))).toEqual(refusal);
    expect(await readTables(server, names)).toEqual(before);
  });
});

describe("a follower", () => {
  test("can add an applicant, pay and download files, and gets the messages", async () => {
    const { program, follower } = await follow();
    const messagesTo = async () =>
      (await readTables(server, ["notification"])).notification.filter(
        (one) => one.visaRequestId === program.request.visaRequestId,
      );
    await toStory(follower).withApplicant();
    const [{ visaApplicantId, profileSrc }] = (await follower.readRequest()).visaApplicants;
    expect((await fetch(server.url + profileSrc)).status).toBe(200);
    await toStory(follower).paid();
    const { data } = await follower.call(documents.followedRequest, idOf(program));
    expect((await fetch(server.url + data.visaRequest.receipt.pdfSrc)).status).toBe(200);
    const messages = await messagesTo();
    expect(messages.length).toBeGreaterThan(0);
    expect(new Set(messages.map(({ userId }) => userId))).toEqual(new Set([follower.userId]));

    await program.call(documents.visaRequest, idOf(program)).then(async ({ data: { visaRequest } }) => {
      expect(visaRequest.visaApplicants.map((one) => one.visaApplicantId)).toEqual([visaApplicantId]);
      expect((await fetch(server.url + visaRequest.visaApplicants[0].profileSrc)).status).toBe(200);
    });
    await waitFor("the events are numbered", async () =>
      (await readEvents(program)).some(({ type }) => type === "APPLICATION_PAID"),
    );
    const types = (await readEvents(program))
      .filter((event) => event.visaRequestId === program.request.visaRequestId)
      .map(({ type }) => type);
    expect(types).toEqual([
      "APPLICATION_HANDED_OVER",
      "APPLICATION_CHANGED_BY_TRAVELLER",
      "APPLICATION_PAID",
    ]);
  });

  test("gets the message about an approval from before the hand-over, which is sent after it", async () => {
    const follower = await signIn(server);
    await follower.do(documents.updateProfile, { name: "Asha Rao", email: "asha@example.com" });
    const program = await prepare(follower.phoneNumber);
    await toStory(program).withApplicant().paid();
    const staff = await signInStaff(server);
    const [applicant] = (await program.readRequest()).visaApplicants;
    await workOn(staff, staffStartReview, idOf(program));
    const approved = await approve(staff, makeApproval(applicant));
    expect(approved).toMatchObject({ applicants: [{ toldAt: expect.any(String) }] });
    await follower.do(documents.takeHandover, { token: (await createLink(program)).token });
    follower.request = program.request;
    const due = new Date().toISOString();
    await editDatabase(server, `UPDATE notification SET "nextTryAt" = ? WHERE state = 'DUE'`, [due]);
    await waitUntilSent(follower);
    const messages = await readMessages(follower);
    expect(messages.map(({ event, channel, userId }) => [event, channel, userId])).toEqual([
      ["APPROVED", "SMS", follower.userId],
      ["APPROVED", "EMAIL", follower.userId],
    ]);
    expect(await readSms(follower)).toMatchObject([{ template: "approved" }]);
    expect((await readMail(follower, "asha@example.com"))[0].text).toContain("Hello Asha,");
  });

  test("gets a message that staff retry, and the audit log names the partner as the application's owner", async () => {
    const { program, follower } = await follow();
    await toStory(follower).withApplicant().paid();
    await waitUntilSent(follower);
    const [{ notificationId }] = await readMessages(follower);
    await editDatabase(server, `UPDATE notification SET state = 'DEAD' WHERE "notificationId" = ?`, [
      notificationId,
    ]);
    const staff = await signInStaff(server);
    expect(getUserErrors(await staff.call(staffRetryMessage, { input: { notificationId } }))).toEqual([]);
    await waitUntilSent(follower);
    const { audit_event: events } = await readTables(server, ["audit_event"]);
    const retried = events.filter(({ action }) => action === "MESSAGE_RETRIED");
    expect(retried).toMatchObject([
      { ...idOf(program), subjectId: notificationId, ownerUserId: partner.partnerId },
    ]);
  });

  test("changes applicants and the travel date, which is reported to the partner with each new version", async () => {
    const { program, follower } = await follow();
    const { visaApplicantId } = await addApplicant(follower, files);
    const { version } = await follower.readRequest();
    await follower.do(documents.updateVisaApplicant, { visaApplicantId, firstName: "Usha" });
    await follower.do(documents.changeTravelDate, { ...idOf(program), travelDate: daysAhead(45) });
    await follower.do(documents.removeVisaApplicant, { visaApplicantId });
    const versions = async () =>
      (await readEvents(program, { types: ["APPLICATION_CHANGED_BY_TRAVELLER"] }))
        .filter((event) => event.visaRequestId === program.request.visaRequestId)
        .map((event) => event.version);
    await waitFor("all changes are numbered", async () => (await versions()).length === 4);
    expect(await versions()).toEqual([0, 1, 2, 3].map((changes) => version + changes));
  });

  test("and the partner read the same access log, in which each reader is YOU", async () => {
    const { program, follower } = await follow();
    await addApplicant(program, files);
    await addApplicant(follower, files);
    const logOf = async (by: Traveller) =>
      (await by.call(documents.followedRequest, idOf(program))).data.visaRequest.accessLog.map(
        ({ actor, action }) => `${actor} ${action}`,
      );
    expect(await logOf(follower)).toEqual(["YOU APPLICANT_CREATED", "PARTNER APPLICANT_CREATED"]);
    expect(await logOf(program)).toEqual(["TRAVELLER APPLICANT_CREATED", "YOU APPLICANT_CREATED"]);
  });

  test("is shown as the traveller in the case's activity", async () => {
    const { program, follower } = await follow();
    await addApplicant(follower, files);
    const { trail } = await lookAt(await signInStaff(server), idOf(program).visaRequestId);
    const done = trail.map(({ actor, action }) => `${actor} ${action}`);
    expect(done).toEqual(expect.arrayContaining(["TRAVELLER HANDOVER_TAKEN", "TRAVELLER APPLICANT_CREATED"]));
  });

  test("exports the application with their account, and removes the application's personal data by erasing the account", async () => {
    const { program, follower } = await follow();
    await addApplicant(program, files);
    const { url } = await follower.do(documents.createAccountExport, await exportProof(follower));
    const zip = await readZip(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()));
    const texts = [...zip].join("\n");
    expect(texts).toContain(program.request.visaReferenceNo);

    await follower.do(documents.eraseAccount, await exportProof(follower));
    const request = await program.readRequest();
    expect(request).toMatchObject({ visaRequestStatus: "CANCELLED", mobile: "", visaApplicants: [] });
    const rows = (await readTables(server, ["visa_request"])).visa_request;
    const row = rows.find((one) => one.visaRequestId === request.visaRequestId)!;
    expect(row).toMatchObject({ followerId: null, papersRemovedAt: expect.any(String) });
    await waitFor("the partner gets an event", async () =>
      (await readEvents(program, { first: 100 })).some(
        ({ type, visaRequestId }) =>
          type === "APPLICATION_PERSONAL_DATA_REMOVED" && visaRequestId === request.visaRequestId,
      ),
    );
  });

  test("cannot erase their account while the application is paid and undecided", async () => {
    const { follower } = await follow();
    await toStory(follower).withApplicant().paid();
    const answer = await follower.call(documents.eraseAccount, { input: await exportProof(follower) });
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
  });

  test("who has a new number and joins the staff cannot review the application", async () => {
    const { follower } = await follow();
    await toStory(follower).withApplicant().paid();
    const number = await numberProof(follower, newPhoneNumber());
    await follower.do(documents.updateProfile, number);
    await server.runCommand("staff", "add", number.phoneNumber);
    for (const mutation of [staffTakeCase, staffStartReview])
      expect(await workOn(follower, mutation, idOf(follower))).toEqual(["INVALID_STATE"]);
    expect(await workOn(await signInStaff(server), staffStartReview, idOf(follower))).toMatchObject({
      isMine: true,
    });
  });

  test("is subject to the partner's file limits for the application", async () => {
    const { program, follower } = await follow();
    await editDatabase(server, `UPDATE partner SET limits = ? WHERE "partnerId" = ?`, [
      JSON.stringify({ applicationFiles: 4 }),
      partner.partnerId,
    ]);
    await addApplicant(follower, files);
    await expect(addApplicant(follower, files)).rejects.toThrow("FILE_TOO_LARGE");
    await editDatabase(server, `UPDATE partner SET limits = '{}'`);
    await addApplicant(program, files);
  });

  test("still has the application after the partner has ended", async () => {
    const other = await TestPartner.create(server, "Ended Tours");
    const follower = await signIn(server);
    const program = other.program((await other.createKey()).secret);
    const input = { visaId, contact: { mobile: follower.phoneNumber } };
    program.request = await program.do(documents.createVisaRequest, input);
    await follower.do(documents.takeHandover, { token: (await createLink(program)).token });
    await server.runCommand("partners", "end", other.partnerId);
    expect(topLevelErrorCodes(await program.call(documents.visaRequest, idOf(program)))).toEqual([
      "KEY_ENDED",
    ]);
    follower.request = (await follower.call(documents.visaRequest, idOf(program))).data.visaRequest;
    await toStory(follower).withApplicant().paid();
  });
});

describe("for a followed application,", () => {
  let ids: Owned;
  let follower: Traveller;
  const others: Record<string, Traveller> = {};
  beforeAll(async () => {
    let program: Traveller;
    ({ program, follower } = await follow());
    const paper = { "input.documentFiles.0": files["input.passportBackFile"] };
    const { visaApplicantId, visaApplicationDocuments } = await addApplicant(program, { ...files, ...paper });
    const { orderId } = await follower.do(documents.createPaymentOrder, idOf(program));
    ids = {
      ...idOf(program),
      visaApplicantId,
      userId: partner.partnerId,
      sessionId: absentId(),
      paperId: visaApplicationDocuments[0].visaApplicationDocumentId,
      partnerId: partner.partnerId,
      partnerKeyId: absentId(),
      endpointId: absentId(),
      proof: await payInSandbox(server, orderId),
    };
    others["another partner"] = await (await TestPartner.create(server)).programWith();
    others["another person"] = await signIn(server);
    others["a member of the partner"] = partner.owner;
    others["staff"] = await signInStaff(server);
  });

  // Excludes mutations that do not concern an application, and those for kept applicants, which keys do not have.
  const ofApplications = mutations.filter(
    ({ name }) => !/Partner|partner|Session|Webhook|keepApplicants|forgetApplicants|addKept/.test(name),
  );

  test.each(
    ["another partner", "another person", "a member of the partner", "staff"].flatMap((who) =>
      ofApplications.map((mutation) => ({ who, ...mutation })),
    ),
  )(
    "$who gets the same response from $name as for an absent id",
    async ({ who, query, input, withFiles }) => {
      const call = (of: Owned) =>
        recordStatements(server, () => others[who]!.call(query, { input: input(of) }, withFiles && files));
      const refusal = await call(ids);
      expect(topLevelErrorCodes(refusal.answer)).toEqual(["NOT_FOUND"]);
      expect(refusal.answer.data ?? null).toBeNull();
      expect(await call({ ...ids, visaRequestId: absentId(), visaApplicantId: absentId() })).toEqual(refusal);
      expect((await others[who]!.call(documents.visaRequest, ids)).data.visaRequest).toBeNull();
    },
  );

  test("the follower may do everything that a key may", async () => {
    for (const { name, query, input } of ofApplications.filter(({ withFiles }) => !withFiles)) {
      if (/cancel|remove|createHandover/.test(name)) continue;
      const answer = await follower.call(query, { input: input(ids) });
      expect([name, topLevelErrorCodes(answer)]).toEqual([name, []]);
      expect(scopeFor(name.split(" ")[0] as Action)).toBeDefined();
    }
  });
});

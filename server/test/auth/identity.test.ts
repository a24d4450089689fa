import { describe, expect, test } from "@jest/globals";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { callGraphql, callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { exportProof, numberProof } from "../kit/personas/codeFor";
import { editDatabase } from "../kit/data/editDatabase";
import { readZip } from "../kit/data/readZip";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import { lookAt, readQueue } from "../kit/stories/staffConsole";
import { RunningServer } from "../kit/server/runningServer";
import { TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { signInByRest } from "../kit/personas/restTraveller";
import { signedInTraveller, signIn, toStory, Traveller } from "../kit/personas/traveller";
import { confirmIdentity, olderAccount } from "./identity.generated";

/** Carriers recycle phone numbers: after long disuse, a number may belong to another person. */

const server = RunningServer.shared();

/** Backdates the account's last use to this many days ago. */
async function letPass({ userId }: { userId: string }, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  await editDatabase(server, `UPDATE user_account SET "lastSeenAt" = ? WHERE "userId" = ?`, [at, userId]);
}

/** Returns a traveller who was last seen this many days ago and has an application with one applicant. */
async function awayFor(days: number, passportNumber?: string): Promise<Traveller> {
  const asha = await signedInTraveller(server)
    .withRequest()
    .withApplicant({ dateOfBirth: "1988-02-29", ...(passportNumber && { passportNumber }) });
  await asha.do(documents.updateProfile, { name: "Asha Rao", email: "asha@example.com" });
  await letPass(asha, days);
  return asha;
}

const accountOf = async (who: Traveller) => (await who.call(olderAccount)).data.me;
const requestsOf = async (who: Traveller) =>
  (await who.call(documents.myVisaRequests)).data.myVisaRequests.nodes.map(
    ({ visaRequestId }) => visaRequestId,
  );
const confirm = (who: Traveller, input: Record<string, unknown>) => who.call(confirmIdentity, { input });

describe("after 90 days without use", () => {
  test("a code opens a new account without the old data, but a day earlier it opens the old account", async () => {
    const early = await awayFor(89);
    expect((await signIn(server, early.phoneNumber)).userId).toBe(early.userId);

    const asha = await awayFor(90);
    const { visaRequestId } = asha.request;
    const holder = await signIn(server, asha.phoneNumber);
    expect(await accountOf(holder)).toEqual({
      userId: expect.not.stringMatching(asha.userId),
      name: "",
      email: null,
      olderAccount: { triesLeft: 5 },
    });
    expect(await requestsOf(holder)).toEqual([]);
    expect((await holder.call(documents.visaRequest, { visaRequestId })).data.visaRequest).toBeNull();
    // The new holder can apply, and the old account's sessions have ended.
    await toStory(holder).withRequest();
    expect(await requestsOf(holder)).toEqual([holder.request.visaRequestId]);
    expect((await asha.call(documents.me)).data.me).toBeNull();
  });

  test("staff neither see nor find the old account's number as the contact of its applications", async () => {
    const asha = await awayFor(90);
    const { visaRequestId } = asha.request;
    const member = await signInStaff(server);
    interface Shown {
      staffVisaRequest: { contact: { mobile: string; email: string } };
    }
    const query = `{ staffVisaRequest(visaRequestId: "${visaRequestId}") { contact { mobile email } } }`;
    const contact = async () => (await member.call<Shown>(query)).data.staffVisaRequest.contact;
    const found = async () =>
      (await readQueue(member, { search: asha.phoneNumber })).nodes.map((node) => node.visaRequestId);
    expect(await contact()).toEqual({ mobile: asha.phoneNumber, email: "asha@example.com" });
    expect(await found()).toEqual([visaRequestId]);
    const holder = await signIn(server, asha.phoneNumber);
    expect(await contact()).toEqual({ mobile: "", email: "asha@example.com" });
    expect(await found()).toEqual([]);
    await toStory(holder).withRequest();
    expect(await found()).toEqual([holder.request.visaRequestId]);
  });

  test("a login through REST opens a new account too", async () => {
    const asha = await awayFor(120);
    const holder = await signInByRest(server, asha.phoneNumber);
    expect(holder.userId).not.toBe(asha.userId);
    const path = `/api/visaRequest/${asha.request.visaRequestId}`;
    expect((await callRest(server, "GET", path, { token: holder.token })).status).toBe(404);
  });

  test.each([
    ["the date of birth", { dateOfBirth: "1988-02-29" }],
    ["the passport number, however it is typed", { passportNumber: " q 765 4321" }],
  ])(
    "%s of an earlier applicant restores the old account, to which the new account's applications are added",
    async (_name, claim) => {
      const asha = await awayFor(200, `Q7654321`);
      const holder = await toStory(await signIn(server, asha.phoneNumber)).withRequest();
      const { session, userErrors } = (await confirm(holder, claim)).data.confirmIdentity;
      expect(userErrors).toEqual([]);
      expect(session.user).toEqual({
        userId: asha.userId,
        name: "Asha Rao",
        phoneNumber: asha.phoneNumber,
        email: "asha@example.com",
      });
      const back = new Traveller(server, asha.phoneNumber, session);
      expect(await requestsOf(back)).toEqual([holder.request.visaRequestId, asha.request.visaRequestId]);
      expect(await accountOf(back)).toMatchObject({ olderAccount: null });
      expect((await holder.call(documents.me)).data.me).toBeNull();
      expect((await signIn(server, asha.phoneNumber)).userId).toBe(asha.userId);
    },
  );

  test.each([
    [{ name: "Asha Rao Nair" }, { name: "Asha Rao Nair", email: "asha@example.com" }],
    [{ email: "nair@example.com" }, { name: "Asha Rao", email: "nair@example.com" }],
  ])("restoring the old account keeps the new account's %j", async (profile, expected) => {
    const asha = await awayFor(91);
    const holder = await signIn(server, asha.phoneNumber);
    await holder.do(documents.updateProfile, profile);
    const { session } = (await confirm(holder, { dateOfBirth: "1988-02-29" })).data.confirmIdentity;
    expect(session.user).toMatchObject({ userId: asha.userId, ...expected });
  });

  test("restoring the old account removes its kept applicants if the new account refused to keep applicants", async () => {
    const asha = await toStory(await awayFor(0)).paid();
    const { visaRequestId } = asha.request;
    const consentTextVersion = keepingConsent.version;
    await asha.do(documents.keepApplicants, { visaRequestId, consentTextVersion });
    await letPass(asha, 91);
    const holder = await signIn(server, asha.phoneNumber);
    await holder.do(documents.forgetApplicants, {});
    const { session } = (await confirm(holder, { dateOfBirth: "1988-02-29" })).data.confirmIdentity;
    const back = new Traveller(server, asha.phoneNumber, session);
    expect(back.userId).toBe(asha.userId);
    const { keptApplicants } = (await back.call(documents.keptApplicants)).data;
    expect(keptApplicants).toMatchObject({ isOn: false, applicants: [] });
    const { kept_applicant: rows, audit_event } = await readTables(server, ["kept_applicant", "audit_event"]);
    expect(rows.filter(({ userId }) => userId === asha.userId)).toEqual([]);
    const forgotten = audit_event.filter(
      ({ action, ownerUserId }) => action === "APPLICANT_FORGOTTEN" && ownerUserId === asha.userId,
    );
    expect(forgotten).toMatchObject([{ actorKind: "USER", actorId: holder.userId }]);
  });

  test("restoring the old account attributes what was done with the new account to the same person", async () => {
    const asha = await awayFor(91);
    const holder = await toStory(await signIn(server, asha.phoneNumber))
      .withRequest()
      .withApplicant();
    const { visaRequestId } = holder.request;
    const { session } = (await confirm(holder, { dateOfBirth: "1988-02-29" })).data.confirmIdentity;
    const back = new Traveller(server, asha.phoneNumber, session);
    const actorOf = (events: { action: string; actor: string }[]) =>
      events.find(({ action }) => action === "APPLICANT_CREATED")?.actor;

    const query = `{ visaRequest(visaRequestId: "${visaRequestId}") { accessLog { action actor } } }`;
    interface Shown {
      visaRequest: { accessLog: { action: string; actor: string }[] };
    }
    expect(actorOf((await back.call<Shown>(query)).data.visaRequest.accessLog)).toBe("YOU");
    const { trail } = await lookAt(await signInStaff(server), visaRequestId);
    expect(actorOf(trail)).toBe("TRAVELLER");

    const { url } = await back.do(documents.createAccountExport, await exportProof(back));
    const entries = await readZip(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()));
    type Activity = { action: string; actor: string; visaRequestId: string }[];
    const activity = JSON.parse(entries.get("activity.json")!.toString()) as Activity;
    const own = activity.filter((event) => event.visaRequestId === visaRequestId);
    expect(own.filter(({ actor }) => actor !== "STAFF")).toMatchObject([
      { action: "REQUEST_CREATED", actor: "YOU" },
      { action: "APPLICANT_CREATED", actor: "YOU" },
    ]);
  });

  test("restoring the old account releases the cases assigned to the new account", async () => {
    const asha = await awayFor(91);
    const holder = await signIn(server, asha.phoneNumber);
    await server.runCommand("staff", "add", holder.phoneNumber);
    const member = await signIn(server, holder.phoneNumber);
    const { request } = await signedInTraveller(server).withRequest().withApplicant().paid();
    const { visaRequestId } = request;
    await member.do(documents.staffTakeCase, { visaRequestId });
    expect(getUserErrors(await confirm(member, { dateOfBirth: "1988-02-29" }))).toEqual([]);
    const { visa_request: rows } = await readTables(server, ["visa_request"]);
    expect(rows.find((row) => row.visaRequestId === visaRequestId)).toMatchObject({
      assignedStaffId: null,
      assignedAt: null,
    });
  });

  test("five wrong answers lock the old account until support helps, and the audit log records them", async () => {
    const asha = await awayFor(91);
    const holder = await signIn(server, asha.phoneNumber);
    expect(errorCodes(getUserErrors(await confirm(holder, {})))).toEqual(["dateOfBirth: REQUIRED"]);
    const wrong = { dateOfBirth: "1988-02-28" };
    for (let left = 4; left > 0; left--) {
      const userErrors = getUserErrors(await confirm(holder, wrong));
      expect(errorCodes(userErrors)).toEqual(["dateOfBirth: INVALID"]);
      expect(userErrors[0].message).toContain(`${left} ${left === 1 ? "attempt" : "attempts"} left`);
    }
    expect(errorCodes(getUserErrors(await confirm(holder, wrong)))).toEqual(["null: INVALID_STATE"]);
    const right = { dateOfBirth: "1988-02-29" };
    expect(errorCodes(getUserErrors(await confirm(holder, right)))).toEqual(["null: INVALID_STATE"]);
    expect((await accountOf(holder)).olderAccount).toEqual({ triesLeft: 0 });
    const { audit_event: log } = await readTables(server, ["audit_event"]);
    const told = log.filter(({ subjectId }) => subjectId === asha.userId).map(({ action }) => action);
    expect(told.slice(-6)).toEqual(["ACCOUNT_SET_ASIDE", ...Array<string>(5).fill("IDENTITY_REFUSED")]);
    expect(JSON.stringify(log)).not.toContain("1988-02-2");
  });

  test("twelve concurrent wrong answers count as five", async () => {
    const asha = await awayFor(91);
    const holder = await signIn(server, asha.phoneNumber);
    const guesses = Array.from({ length: 12 }, (_, day) =>
      confirm(holder, { dateOfBirth: `1988-01-${10 + day}` }),
    );
    await Promise.all(guesses);
    const { user_account: users } = await readTables(server, ["user_account"]);
    expect(users.find(({ userId }) => userId === asha.userId)!.identityTries).toBe(5);
  });

  test("a new account does not manage the old account's partners, whose keys stay valid", async () => {
    const partner = await TestPartner.create(server);
    const program = await partner.programWith();
    await letPass(partner.owner, 90);
    // A partner's calls with its key do not count as use of the owner's account.
    await toStory(program).withRequest();
    const holder = await signIn(server, partner.owner.phoneNumber);
    expect(holder.userId).not.toBe(partner.owner.userId);
    expect((await holder.call(documents.myPartners)).data.myPartners).toEqual([]);
    expect((await accountOf(holder)).olderAccount).toEqual({ triesLeft: 0 });
    expect((await program.call(documents.myVisaRequests)).data.myVisaRequests.nodes).toHaveLength(1);
    // An operator who knows the owner can add the number again.
    await server.runCommand("partners", "add-owner", partner.partnerId, holder.phoneNumber);
    const { members } = (await holder.call(documents.myPartners)).data.myPartners[0];
    expect(members.map(({ phoneNumber }) => phoneNumber)).toEqual(["", holder.phoneNumber]);
  });

  test("another account can change its number to that of the old account, which becomes its older account", async () => {
    const asha = await awayFor(90);
    const mover = await signIn(server);
    await mover.do(documents.updateProfile, await numberProof(mover, asha.phoneNumber));
    expect((await signIn(server, asha.phoneNumber)).userId).toBe(mover.userId);
    expect(await accountOf(mover)).toMatchObject({ name: "", olderAccount: { triesLeft: 5 } });
    expect((await asha.call(documents.me)).data.me).toBeNull();
    expect(await requestsOf(mover)).toEqual([]);
  });

  test("an archived account without data is not an older account", async () => {
    const [moved, added] = [await signIn(server), await signIn(server)];
    for (const who of [moved, added]) await letPass(who, 90);
    const mover = await signIn(server);
    await mover.do(documents.updateProfile, await numberProof(mover, moved.phoneNumber));
    const { owner, partnerId } = await TestPartner.create(server);
    await owner.do(documents.addPartnerMember, { partnerId, phoneNumber: added.phoneNumber, role: "OWNER" });
    for (const holder of [mover, await signIn(server, added.phoneNumber)]) {
      expect(await accountOf(holder)).toMatchObject({ name: "", olderAccount: null });
      const answer = await confirm(holder, { dateOfBirth: "1988-02-29" });
      expect(topLevelErrorCodes(answer)).toEqual(["NOT_FOUND"]);
    }
  });

  test("another account cannot change its number to that of a staff member", async () => {
    const member = await signInStaff(server);
    await letPass(member, 90);
    const mover = await signIn(server);
    const answer = await mover.call(documents.updateProfile, {
      input: await numberProof(mover, member.phoneNumber),
    });
    expect(errorCodes(getUserErrors(answer))).toEqual(["phoneNumber: CONFLICT"]);
  });

  test("restoring an old account that was a developer keeps the new account's role of the only owner", async () => {
    const asha = await awayFor(0);
    const { owner, partnerId } = await TestPartner.create(server);
    const { phoneNumber } = asha;
    await owner.do(documents.addPartnerMember, { partnerId, phoneNumber, role: "DEVELOPER" });
    await letPass(asha, 91);
    const holder = await signIn(server, phoneNumber);
    await owner.do(documents.addPartnerMember, { partnerId, phoneNumber, role: "OWNER" });
    await holder.do(documents.removePartnerMember, { partnerId, userId: owner.userId });
    const { session } = (await confirm(holder, { dateOfBirth: "1988-02-29" })).data.confirmIdentity;
    const back = new Traveller(server, phoneNumber, session);
    const [{ members }] = (await back.call(documents.myPartners)).data.myPartners;
    expect(members).toMatchObject([{ userId: asha.userId, role: "OWNER" }]);
  });

  test("a number that is added to a partner gets a new account before its holder signs in", async () => {
    const asha = await awayFor(91);
    const { owner, partnerId } = await TestPartner.create(server);
    await owner.do(documents.addPartnerMember, { partnerId, phoneNumber: asha.phoneNumber, role: "OWNER" });
    const holder = await signIn(server, asha.phoneNumber);
    expect((await holder.call(documents.myPartners)).data.myPartners).toHaveLength(1);
    expect(await accountOf(holder)).toMatchObject({ name: "", olderAccount: { triesLeft: 5 } });
  });

  test("a number that becomes a staff number gets a new account", async () => {
    const asha = await awayFor(90);
    await server.runCommand("staff", "add", asha.phoneNumber);
    const member = await signIn(server, asha.phoneNumber);
    expect(await accountOf(member)).toMatchObject({ name: "", olderAccount: { triesLeft: 5 } });
    expect(await requestsOf(member)).toEqual([]);
  });

  test.each([{ name: "Asha Rao" }, { email: "asha@example.com" }])(
    "a new account does not reveal the old account's profile: %j",
    async (profile) => {
      const asha = await signIn(server);
      await asha.do(documents.updateProfile, profile);
      await letPass(asha, 90);
      const holder = await signIn(server, asha.phoneNumber);
      expect(await accountOf(holder)).toEqual({
        userId: expect.not.stringMatching(asha.userId),
        name: "",
        email: null,
        olderAccount: { triesLeft: 0 },
      });
    },
  );

  test("accounts without data and staff accounts open without an identity check", async () => {
    const traveller = await signIn(server);
    const member = await toStory(await signInStaff(server)).withRequest();
    for (const who of [traveller, member]) {
      await letPass(who, 400);
      const again = await signIn(server, who.phoneNumber);
      expect(again.userId).toBe(who.userId);
      expect((await accountOf(again)).olderAccount).toBeNull();
    }
  });
});

test("confirming an identity requires a session and an older account", async () => {
  await awayFor(91);
  const stranger = await signIn(server);
  const input = { dateOfBirth: "1988-02-29" };
  expect(topLevelErrorCodes(await confirm(stranger, input))).toEqual(["NOT_FOUND"]);
  expect(topLevelErrorCodes(await callGraphql(server, confirmIdentity, { variables: { input } }))).toEqual([
    "UNAUTHENTICATED",
  ]);
});

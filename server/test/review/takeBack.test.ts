import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readMail, readMessages, readSms, waitUntilSent } from "../kit/data/messages";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { numberProof } from "../kit/personas/codeFor";
import { newPhoneNumber, type Traveller } from "../kit/personas/traveller";
import { clockStandsAt, setClock } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import {
  makeApproval,
  approve,
  attempt,
  readAsOwner,
  readReviewed,
  type ReviewScene,
  signInTwoStaff,
  staffCase,
  staffTakeBackApproval,
  startReview,
} from "../kit/stories/review";
import { staffQueueCounts, staffReleaseCase, staffTakeCase, workOn } from "../kit/stories/staffConsole";

/**
 * An approval can be taken back for ten minutes, and the traveller is notified after that. The clock moves
 * only with `wait`.
 */

let server: TestServer;
let staff: Traveller;
let other: Traveller;
const minutes = 60_000;
let now = Date.parse("2027-05-05T10:00:00.000Z");
const iso = (moment: number) => new Date(moment).toISOString();
async function wait(time: number): Promise<void> {
  now += time;
  await setClock(server, iso(now));
}
beforeAll(async () => {
  server = await TestServer.start(clockStandsAt(iso(now)));
  [staff, other] = await signInTwoStaff(server);
});
afterAll(() => server.dispose());

async function approved(profile?: { name: string; email: string }) {
  const scene = await startReview(server, staff);
  if (profile) await scene.traveller.do(documents.updateProfile, profile);
  const [applicant] = scene.applicants;
  const files = await server.listFiles();
  const done = await approve(staff, makeApproval(applicant));
  expect(done.applicants[0].toldAt).toBe(iso(now + 10 * minutes));
  const { visaApplicantId } = applicant;
  return {
    scene,
    applicant,
    files,
    takeBack: (who = staff) => attempt(who, staffTakeBackApproval, { visaApplicantId }),
  };
}
async function mayTakeBack(member: Traveller, { visaRequestId }: ReviewScene): Promise<boolean | null> {
  const { data } = await member.call(staffCase, { visaRequestId });
  return data.staffVisaRequest.applicants[0].mayTakeBack;
}
const toldOfApproval = async (reader: Pick<Traveller, "server" | "phoneNumber">) =>
  (await readSms(reader)).filter(({ template }) => template === "approved");

test("the traveller is notified ten minutes after the approval, which can then no longer be taken back", async () => {
  const { scene, takeBack } = await approved();
  const { traveller } = scene;
  await wait(10 * minutes - 1);
  const approval = (await readMessages(traveller)).find(({ event }) => event === "APPROVED")!;
  expect(approval).toMatchObject({ state: "DUE", nextTryAt: iso(now + 1) });
  await wait(1);
  await waitUntilSent(traveller);
  expect(await toldOfApproval(traveller)).toHaveLength(1);
  const before = await readReviewed(server);
  expect(await takeBack()).toEqual(["null: INVALID_STATE"]);
  expect(await readReviewed(server)).toEqual(before);
  expect(await mayTakeBack(staff, scene)).toBeNull();
});

test("the message is sent to the phone number and e-mail address that the account has at that time", async () => {
  const { traveller } = (await approved({ name: "Asha", email: "old@example.com" })).scene;
  await wait(2 * minutes);
  const phoneNumber = newPhoneNumber();
  const proof = await numberProof(traveller, phoneNumber);
  await traveller.do(documents.updateProfile, { name: "Asha", email: "new@example.com", ...proof });
  await wait(10 * minutes);
  await waitUntilSent(traveller);
  expect(await toldOfApproval({ server, phoneNumber })).toHaveLength(1);
  expect(await toldOfApproval(traveller)).toEqual([]);
  const templatesOfMail = async (address: string) =>
    (await readMail(traveller, address)).map(({ template }) => template);
  expect(await templatesOfMail("new@example.com")).toEqual(["approved"]);
  expect(await templatesOfMail("old@example.com")).toEqual([]);
});

test("the e-mail is not sent if the account no longer has an address", async () => {
  const { traveller } = (await approved({ name: "Asha", email: "asha@example.com" })).scene;
  await editDatabase(server, `UPDATE user_account SET email = NULL WHERE "userId" = ?`, [traveller.userId]);
  await wait(10 * minutes);
  await waitUntilSent(traveller);
  const approvals = (await readMessages(traveller)).filter(({ event }) => event === "APPROVED");
  expect(approvals.map(({ channel }) => channel)).toEqual(["SMS"]);
  expect(await readMail(traveller, "asha@example.com")).toEqual([]);
});

test("taking an approval back returns the applicant to review, and removes the visa and the message", async () => {
  const { scene, applicant, files, takeBack } = await approved();
  const { approvedVisaSrc } = (await readAsOwner(scene)).visaApplicants[0];
  expect((await fetch(server.url + approvedVisaSrc)).status).toBe(200);
  const processing = async () => (await staff.call(staffQueueCounts)).data.staffQueueCounts.processing;
  const waiting = await processing();
  await wait(10 * minutes - 1);

  const back = await takeBack();
  expect(back).toMatchObject({
    visaRequest: { visaRequestStatus: "PROCESSING" },
    isMine: true,
    applicants: [{ visaApplicant: { visaApplicantStatus: "PENDING", decidedAt: null }, toldAt: null }],
  });
  expect(back.trail).toContainEqual({
    actor: "STAFF",
    action: "VISA_TAKEN_BACK",
    visaApplicantId: applicant.visaApplicantId,
  });
  const { visaRequestStatus, visaApplicants, timeline } = await readAsOwner(scene);
  expect([visaRequestStatus, visaApplicants[0].approvedVisaSrc]).toEqual(["PROCESSING", null]);
  expect(timeline.map(({ status }) => status).slice(-2)).toEqual(["APPROVED", "PROCESSING"]);
  expect((await fetch(server.url + approvedVisaSrc)).status).toBe(404);
  expect(await server.listFiles()).toEqual(files);
  expect(await processing()).toBe(waiting + 1);
  expect((await readMessages(scene.traveller)).filter(({ event }) => event === "APPROVED")).toEqual([]);
  expect(await takeBack()).toEqual(["null: INVALID_STATE"]);

  // A new approval starts the ten minutes again, and one message is sent.
  await approve(staff, makeApproval(applicant));
  await wait(10 * minutes);
  await waitUntilSent(scene.traveller);
  expect(await toldOfApproval(scene.traveller)).toHaveLength(1);
});

test("only the approver or the case's assignee can take an approval back", async () => {
  const { scene, takeBack } = await approved();
  expect([await mayTakeBack(staff, scene), await mayTakeBack(other, scene)]).toEqual([true, false]);
  const before = await readReviewed(server);
  expect(await takeBack(other)).toEqual(["null: INVALID_STATE"]);
  expect(await takeBack(scene.traveller)).toEqual(["FORBIDDEN"]);
  expect(await readReviewed(server)).toEqual(before);
  await workOn(staff, staffReleaseCase, { visaRequestId: scene.visaRequestId });
  const rows = (await readTables(server, ["visa_request"])).visa_request;
  expect(rows.find(({ visaRequestId }) => visaRequestId === scene.visaRequestId)!.assignedStaffId).toBeNull();
  expect(await mayTakeBack(staff, scene)).toBe(true);
  await workOn(other, staffTakeCase, { visaRequestId: scene.visaRequestId });
  expect([await mayTakeBack(staff, scene), await mayTakeBack(other, scene)]).toEqual([true, true]);
  expect(await takeBack()).toMatchObject({ visaRequest: { visaRequestStatus: "PROCESSING" } });
});

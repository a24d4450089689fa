import { beforeAll, describe, expect, test } from "@jest/globals";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { readEvents, reportedProgram, TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { addApplicant } from "../kit/stories/applicants";
import { readAsked } from "../kit/stories/corrections";
import {
  approve,
  askFor,
  attempt,
  beginReview,
  makeApproval,
  must,
  staffChangeCorrection,
  staffRejectApplicant,
  staffTakeBackApproval,
  staffWithdrawCorrection,
  visaNaming,
} from "../kit/stories/review";
import { waitFor } from "../kit/waitFor";
import { topLevelErrorCodes } from "../kit/wire/outcomes";

let server: RunningServer;
let partner: TestPartner;
let program: Traveller;
let staff: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  partner = await TestPartner.create(server);
  program = await partner.programWith();
  staff = await signInStaff(server);
});

const typesOf = async (by: Traveller) => (await readEvents(by)).map(({ type }) => type);
const countRows = async () => (await readTables(server, ["partner_event"])).partner_event.length;

test("a partial refund is reported with new versions, and the application counts as changed", async () => {
  const own = await (await TestPartner.create(server)).programWith();
  await toStory(own).withRequest().withApplicant().paid();
  const { serviceFee, gst, visaRequestId } = own.request;
  await beginReview({ staff, visaRequestId });
  const { version } = await own.readRequest();
  const changedSince = new Date().toISOString();
  const refund = { reason: "GOODWILL", expectedAmount: serviceFee + gst, note: "It took too long" };
  await staff.do(documents.staffRefund, { visaRequestId, ...refund });
  const refundEvents = async () => (await readEvents(own)).filter(({ type }) => type.startsWith("REFUND"));
  await waitFor("the refund is done", async () => (await refundEvents()).length === 2);
  expect((await refundEvents()).map(({ type, version: after }) => [type, after - version])).toEqual([
    ["REFUND_DUE", 1],
    ["REFUND_DONE", 2],
  ]);
  const changed = await own.call<{ partnerApplications: { nodes: { visaRequestId: string }[] } }>(
    "query ($changedSince: DateTime) { partnerApplications(changedSince: $changedSince) { nodes { visaRequestId } } }",
    { changedSince },
  );
  expect(changed.data.partnerApplications.nodes).toEqual([{ visaRequestId }]);
});

test("an application is reported from its payment to its decision", async () => {
  const files = await makeSmallFiles();
  await toStory(program).withRequest();
  const { visaRequestId } = program.request;
  const applicants = [await addApplicant(program, files), await addApplicant(program, files)];
  const [first, second] = applicants.map(({ visaApplicantId }) => visaApplicantId);
  await toStory(program).paid();
  await beginReview({ staff, visaRequestId });
  await approve(staff, makeApproval(applicants[0]!), visaNaming(applicants[0]!));
  const refusal = { visaApplicantId: second, reason: "REFUSED_BY_AUTHORITY" };
  await attempt(staff, staffRejectApplicant, refusal);
  await waitFor("five events have a number", async () => (await readEvents(program)).length >= 5);
  const events = await readEvents(program);
  expect(events.map(({ type, visaApplicantId, status }) => [type, visaApplicantId, status])).toEqual([
    ["APPLICATION_PAID", null, "SUBMITTED"],
    ["APPLICATION_IN_REVIEW", null, "PROCESSING"],
    ["APPLICANT_APPROVED", first, "PROCESSING"],
    ["APPLICATION_DECIDED", null, "APPROVED"],
    ["APPLICANT_REJECTED", second, "APPROVED"],
  ]);
  const versions = events.map(({ version }) => version);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  expect(new Set(events.map((event) => event.visaRequestId))).toEqual(new Set([visaRequestId]));
  expect(events.every(({ isTest, paymentStatus }) => !isTest && paymentStatus === "PAID")).toBe(true);
});

describe("an application with two applicants", () => {
  /** Returns an application in review with two applicants, and a function that reads its later events. */
  async function reviewOfTwo() {
    const own = await (await TestPartner.create(server)).programWith();
    await toStory(own).withRequest();
    const files = await makeSmallFiles();
    const first = await addApplicant(own, files);
    const second = await addApplicant(own, files);
    await toStory(own).paid();
    const { visaRequestId } = own.request;
    await beginReview({ staff, visaRequestId });
    const scene = { traveller: own, visaRequestId };
    const eventsOf = async (count: number) => {
      await waitFor("the events have numbers", async () => (await readEvents(own)).length >= 2 + count);
      const events = (await readEvents(own)).slice(2);
      const versions = events.map(({ version }) => version);
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
      return events.map(({ type, visaApplicantId, status }) => [type, visaApplicantId, status]);
    };
    return { scene, first, second, eventsOf };
  }

  test("reports the second applicant's corrections when they are requested, changed and withdrawn", async () => {
    const { scene, first, second, eventsOf } = await reviewOfTwo();
    const { visaApplicantId } = second;
    await must("a correction", askFor(staff, first, [{ field: "NATIONALITY" }]));
    await must("two corrections", askFor(staff, second, [{ field: "NATIONALITY" }, { field: "GENDER" }]));
    const { NATIONALITY: only } = await readAsked(scene, 0);
    const { NATIONALITY: kept, GENDER: other } = await readAsked(scene, 1);
    const change = { correctionId: kept.correctionId, reason: "OTHER", note: "The passport says Indian." };
    await must("the change", attempt(staff, staffChangeCorrection, change));
    for (const { correctionId } of [other, kept, only])
      await must("the withdrawal", attempt(staff, staffWithdrawCorrection, { correctionId }));
    expect(await eventsOf(6)).toEqual([
      ["APPLICATION_ACTION_REQUIRED", null, "ACTION_REQUIRED"],
      ["APPLICATION_ACTION_REQUIRED", visaApplicantId, "ACTION_REQUIRED"],
      ["APPLICATION_ACTION_REQUIRED", visaApplicantId, "ACTION_REQUIRED"],
      ["APPLICATION_ACTION_REQUIRED", visaApplicantId, "ACTION_REQUIRED"],
      ["APPLICATION_IN_REVIEW", visaApplicantId, "ACTION_REQUIRED"],
      ["APPLICATION_IN_REVIEW", null, "PROCESSING"],
    ]);
  });

  test("reports that an approval has been taken back", async () => {
    const { first, eventsOf } = await reviewOfTwo();
    const { visaApplicantId } = first;
    await must("the approval", approve(staff, makeApproval(first), visaNaming(first)));
    await must("taking it back", attempt(staff, staffTakeBackApproval, { visaApplicantId }));
    expect(await eventsOf(2)).toEqual([
      ["APPLICANT_APPROVED", visaApplicantId, "PROCESSING"],
      ["APPLICATION_IN_REVIEW", visaApplicantId, "PROCESSING"],
    ]);
  });
});

test("an event contains no personal data and has at most 2 KB", async () => {
  const rows = (await readTables(server, ["partner_event"])).partner_event;
  const text = JSON.stringify(rows);
  for (const secret of ["ASHA", "M1234567", "+91", "@"]) expect(text.toUpperCase()).not.toContain(secret);
  expect(Math.max(...rows.map((row) => JSON.stringify(row).length))).toBeLessThan(2048);
});

test("no event is written for a traveller's own application", async () => {
  const before = await countRows();
  const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
  await beginReview({ staff, visaRequestId: traveller.request.visaRequestId });
  expect(await countRows()).toBe(before);
});

describe("the feed", () => {
  test("continues after a cursor, and an empty page returns the cursor that was sent", async () => {
    const other = await reportedProgram(await TestPartner.create(server));
    const page = async (after: string | null) =>
      (await other.call(documents.partnerEvents, { first: 1, after })).data.partnerEvents;
    const one = await page(null);
    expect(one).toMatchObject({ nodes: [{ type: "APPLICATION_CANCELLED" }], hasNextPage: false });
    expect(await page(one.endCursor)).toEqual({ nodes: [], hasNextPage: false, endCursor: one.endCursor });
    await toStory(other).withRequest();
    await other.do(documents.cancelVisaRequest, { visaRequestId: other.request.visaRequestId });
    await waitFor("the second event", async () => (await page(one.endCursor)).nodes.length === 1);
  });

  test("contains only the requested types", async () => {
    const types = ["APPLICANT_APPROVED", "APPLICANT_REJECTED"];
    expect((await readEvents(program, { types })).map(({ type }) => type)).toEqual(types);
  });

  test("does not reveal how many events other partners have", async () => {
    const [a, b] = [
      await reportedProgram(await TestPartner.create(server)),
      await reportedProgram(await TestPartner.create(server)),
    ];
    const cursors = await Promise.all(
      [a, b].map(
        async (by) => (await by.call(documents.partnerEvents, { first: 9 })).data.partnerEvents.endCursor,
      ),
    );
    expect(cursors[0]).toBe(cursors[1]);
  });

  test("is available only to the partner's members and its keys with the scope webhooks", async () => {
    const { partnerId, owner } = partner;
    const own = await owner.call(documents.partnerEvents, { partnerId, first: 20 });
    expect(own.data.partnerEvents.nodes.map(({ type }) => type)).toEqual(await typesOf(program));
    const stranger = (await TestPartner.create(server)).owner;
    expect(
      (await stranger.call(documents.partnerEvents, { partnerId, first: 9 })).data.partnerEvents,
    ).toBeNull();
    const foreign = await (await TestPartner.create(server)).programWith();
    expect(
      (await foreign.call(documents.partnerEvents, { partnerId, first: 9 })).data.partnerEvents,
    ).toBeNull();
    const reader = await partner.programWith("READ");
    expect(topLevelErrorCodes(await reader.call(documents.partnerEvents, { first: 9 }))).toEqual([
      "SCOPE_MISSING",
    ]);
  });

  test.each([0, 101])("rejects a page size of %d", async (first) => {
    expect(topLevelErrorCodes(await program.call(documents.partnerEvents, { first }))).toEqual([
      "BAD_USER_INPUT",
    ]);
  });
});

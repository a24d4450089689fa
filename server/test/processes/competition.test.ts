import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "@jest/globals";
import pLimit from "p-limit";
import { makePng } from "../kit/files/makeImage";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import { signInStaff } from "../kit/personas/staff";
import { makeDetails, signIn, signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";
import { atEach, provideProcesses, rounds } from "../kit/server/processes";
import type { TestServer } from "../kit/server/testServer";
import { addApplicant } from "../kit/stories/applicants";
import { attempt, makeApproval, staffApproveApplicant, staffRejectApplicant } from "../kit/stories/review";
import type { TestFile } from "../kit/wire/callApi";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { makeCopies } from "./kit/copiedCases";

/** Three processes concurrently get calls that cannot all succeed. */

/** People who act concurrently, each in several rounds. */
const people = 20;
/** Files per person. */
const quota = 10;

const provided = provideProcesses({ UPLOAD_QUOTA_FILES: String(quota) });

let files: PassportFiles;
let document: Record<string, TestFile>;
let staff: Traveller[];
beforeAll(async () => {
  files = await makeSmallFiles();
  document = { "input.documentFiles.0": png(await makePng({ width: 200, height: 140 }), "ticket.png") };
  staff = await inOrder(9, () => signInStaff(provided.servers[0]!));
}, 600_000);

async function inOrder<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let number = 0; number < count; number++) done.push(await work(number));
  return done;
}
const prepare = <T>(work: (server: TestServer) => Promise<T>) =>
  inOrder(people, (number) => work(provided.servers[number % 3]!));
/** Runs each person's rounds in sequence, concurrently with those of other people. */
const inRounds = <T>(prepared: readonly T[], round: (person: T) => Promise<void>) =>
  Promise.all(prepared.map((person) => inOrder(rounds / people, () => round(person))));
const onThree = (traveller: Traveller) => atEach(provided.servers, traveller);
const isRefused = (outcome: unknown): outcome is string[] => Array.isArray(outcome);

test("concurrent decisions on both applicants end an application once, with one message and one audit entry per decision", async () => {
  const { gateway, servers } = provided;
  const owners = [await signIn(servers[0]!)];
  const wanted = { count: rounds, status: "PROCESSING", owners, staff } as const;
  const cases = await makeCopies(servers[0]!, gateway, files, wanted);
  const visa = { "input.visaFile": png(await makePng({ width: 200, height: 140 }), "visa.png") };
  const limit = pLimit(8);
  const decideBoth = async (number: number) => {
    const { applicants, staff } = cases[number]!;
    const [first, second, third] = onThree(staff).map((_, place, all) => all[(place + number) % 3]!);
    const reject = (by: Traveller, { visaApplicantId }: { visaApplicantId: string }) =>
      attempt(by, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" });
    const isApproved = number % 2 === 0;
    const outcomes = await Promise.all([
      isApproved
        ? attempt(first!, staffApproveApplicant, makeApproval(applicants[0] as never), visa)
        : reject(first!, applicants[0]),
      reject(second!, applicants[1]),
      reject(third!, applicants[1]),
    ]);
    expect(outcomes.filter(isRefused)).toEqual([["null: INVALID_STATE"]]);
    return isApproved ? "APPROVED" : "REJECTED";
  };
  const expected = await Promise.all(cases.map((_, number) => limit(() => decideBoth(number))));

  const tables = await readTables(servers[0]!, [
    ...(["visa_request", "visa_request_event", "notification", "audit_event"] as const),
  ]);
  for (const [number, { visaRequestId, applicants }] of cases.entries()) {
    const own = <Row extends { visaRequestId: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.visaRequestId === visaRequestId);
    const [status] = [expected[number]];
    expect(own(tables.visa_request)).toMatchObject([{ visaRequestStatus: status }]);
    expect(own(tables.visa_request_event)).toMatchObject([{ status }]);
    expect(
      own(tables.notification)
        .map(({ event }) => event)
        .sort(),
    ).toEqual([status, "REJECTED"]);
    const decided = tables.audit_event.filter(({ subjectId }) =>
      applicants.some(({ visaApplicantId }) => subjectId === visaApplicantId),
    );
    const actions = decided.map(({ action }) => action).filter((action) => action.startsWith("VISA_"));
    expect(actions.sort()).toEqual([status === "APPROVED" ? "VISA_GRANTED" : "VISA_REFUSED", "VISA_REFUSED"]);
  }
  expect(await servers[0]!.runCommand("verifyAudit")).toMatchObject({ code: 0 });
}, 600_000);

test("if a withdrawal and two refunds are concurrent, only one of them succeeds, and the gateway makes one refund", async () => {
  const { gateway, servers } = provided;
  const owners = await prepare((server) => signIn(server));
  const wanted = { count: rounds, status: "SUBMITTED", owners, staff } as const;
  const cases = await makeCopies(servers[0]!, gateway, files, wanted);
  const { data } = await staff[0]!.call(documents.staffRefundOffers, {
    visaRequestId: cases[0]!.visaRequestId,
  });
  const amountFor = (wanted: string) =>
    data.staffRefundOffers.find(({ reason }) => reason === wanted)!.amount;
  const limit = pLimit(8);
  await Promise.all(
    cases.map(({ owner, staff, visaRequestId }, number) =>
      limit(async () => {
        const at = (place: number) => servers[(place + number) % 3]!;
        const refund = (place: number, reason: string) =>
          attempt(atEach([at(place)], staff)[0]!, documents.staffRefund, {
            ...{ visaRequestId, reason, expectedAmount: amountFor(reason), note: "As agreed" },
          });
        const outcomes = await Promise.all([
          attempt(atEach([at(0)], owner)[0]!, documents.withdrawVisaRequest, {
            ...{ visaRequestId, expectedAmount: amountFor("TRAVELLER_WITHDREW") },
          }),
          refund(1, "OUR_MISTAKE"),
          refund(2, "GOODWILL"),
        ]);
        expect(outcomes.filter(isRefused)).toHaveLength(2);
      }),
    ),
  );

  const { payment, refund } = await readTables(servers[0]!, ["payment", "refund"]);
  for (const { paymentId } of cases) {
    const [decided, ...others] = refund.filter(({ razorpayPaymentId }) => razorpayPaymentId === paymentId);
    expect([decided?.state, others]).toEqual(["DONE", []]);
    const paid = payment.find(({ razorpayPaymentId }) => razorpayPaymentId === paymentId)!;
    expect(decided!.amount).toBeLessThanOrEqual(paid.amount);
    const made = [...gateway.refunds.values()].filter(({ payment_id }) => payment_id === paymentId);
    expect(made.map(({ amount }) => amount)).toEqual([decided!.amount]);
    expect(gateway.countCalls(`POST /v1/payments/${paymentId}/refund`)).toBe(1);
  }
}, 600_000);

test("concurrent uploads do not exceed a person's quota", async () => {
  const uploaders = await prepare(async (server) => {
    const own = await signIn(server);
    // The applicants are in separate applications, so that the uploads have no other row in common.
    const applicants = await inOrder(3, async () => addApplicant(await toStory(own).withRequest(), files));
    return { own, applicants };
  });
  await inRounds(uploaders, async ({ own, applicants }) => {
    const uploads = await Promise.all(
      onThree(own).map((one, place) => {
        const { visaApplicantId } = applicants[place]!;
        return attempt(one, documents.updateVisaApplicant, { visaApplicantId }, document);
      }),
    );
    expect(uploads.filter(isRefused)).toEqual(Array(2).fill(["documentFiles.0: FILE_TOO_LARGE"]));
    const { visaApplicantId, visaApplicationDocuments } = uploads.find((outcome) => !isRefused(outcome))!;
    const removeDocumentIds = visaApplicationDocuments.map((one) => one.visaApplicationDocumentId);
    await own.do(documents.updateVisaApplicant, { visaApplicantId, removeDocumentIds });
  });
}, 600_000);

test("concurrent calls with one idempotency key create one applicant, even if another would exceed the quota", async () => {
  const travellers = await prepare(async (server) => {
    const own = await signedInTraveller(server).withRequest();
    await addApplicant(own, files);
    await addApplicant(own, { ...files, ...document });
    return own;
  });
  const created: string[] = [];
  await inRounds(travellers, async (own) => {
    const { visaRequestId } = own.request;
    const applicant = { visaRequestId, ...makeDetails(), idempotencyKey: randomUUID() };
    const answers = await Promise.all(
      onThree(own).map((one) => one.call(documents.createVisaApplicant, { input: applicant }, files)),
    );
    expect(answers.flatMap((answer) => errorCodes(getUserErrors(answer)))).toEqual([]);
    const ids = answers.map(({ data }) => data.createVisaApplicant.visaApplicant.visaApplicantId);
    expect(ids).toEqual(Array(3).fill(ids[0]));
    expect((await own.readRequest()).visaApplicants).toHaveLength(3);
    created.push(ids[0]!);
    await own.do(documents.removeVisaApplicant, { visaApplicantId: ids[0]! });
  });
  expect(new Set(created).size).toBe(rounds);
}, 600_000);

import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Database } from "../../platform/db/database";
import { queryRows, type RowSource } from "../../platform/db/rowSource";
import { filters } from "../kit/data/queueFilters";
import type { QueueFilter } from "../../modules/review/queue/queue.rules";
import { todayInKolkata } from "../../core/day.rules";
import type { VisaRequestStatus } from "../../modules/visaRequest/visaRequest.rules";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import {
  readQueue,
  staffQueueCounts,
  staffStartReview,
  staffTakeCase,
  workOn,
} from "../kit/stories/staffConsole";
import * as documents from "../kit/documents";
import { countQueue, inOrder as inCountOrder } from "../kit/data/countQueue";
import { openServerDatabase } from "../kit/data/openServerDatabase";
import { readTables, type Tables } from "../kit/data/readTables";
import { numberProof } from "../kit/personas/codeFor";
import { signInStaff } from "../kit/personas/staff";
import { contactOfCase, staffLooks } from "./review.generated";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber, signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";

const made = 2500;

type QueueItem = Awaited<ReturnType<typeof readQueue>>["nodes"][number];
type RequestRow = Tables["visa_request"][number];

let server: TestServer;
let member: Traveller;
let db: Database;
let rows: RequestRow[];
beforeAll(async () => {
  server = await TestServer.start();
  const { code, stderr } = await server.runCommand("generateRequests", String(made));
  expect([code, stderr]).toEqual([0, ""]);
  member = await signInStaff(server);
  rows = await readRows();
  for (const { visaRequestId } of rows.filter((row) => row.visaRequestStatus === "SUBMITTED").slice(0, 40))
    await workOn(member, staffTakeCase, { visaRequestId });
  rows = await readRows();
  db = await openServerDatabase(server);
}, 200_000);
afterAll(async () => {
  await db?.close();
  await server.dispose();
});

async function readRows(): Promise<RequestRow[]> {
  return (await readTables(server, ["visa_request"])).visa_request;
}
const onDesk = ["SUBMITTED", "PROCESSING", "ACTION_REQUIRED"];
const isOverdue = (row: RequestRow) =>
  ["SUBMITTED", "PROCESSING"].includes(row.visaRequestStatus) &&
  row.expectedDate < todayInKolkata(new Date());
const inOrder = (some: RequestRow[]): string[] =>
  some.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(({ visaRequestId }) => visaRequestId);
const keyOf = (row: RequestRow): string => `${row.expectedDate} ${row.visaRequestId}`;

/** A simple reimplementation of the queue's filter and order. */
function expected(filter: QueueFilter): string[] {
  const { status, countryName, expectedFrom, expectedTo, overdue, assigned } = filter;
  const found = rows.filter(
    (row) =>
      (status ? row.visaRequestStatus === status : onDesk.includes(row.visaRequestStatus)) &&
      (!countryName || row.countryName === countryName) &&
      (!expectedFrom || row.expectedDate >= expectedFrom) &&
      (!expectedTo || row.expectedDate <= expectedTo) &&
      (!overdue || isOverdue(row)) &&
      (assigned !== "MINE" || row.assignedStaffId === member.userId) &&
      (assigned !== "NOBODY" || row.assignedStaffId === null),
  );
  return inOrder(found);
}

describe("a page of the queue", () => {
  test("contains exactly the cases that match the filter, in order", async () => {
    for (const filter of filters) {
      const { nodes } = await readQueue(member, { filter, first: 20 });
      expect({ filter, ids: nodes.map(({ visaRequestId }) => visaRequestId) }).toEqual({
        filter,
        ids: expected(filter).slice(0, 20),
      });
    }
  });

  test("shows which cases are overdue, and their assignees", async () => {
    const nodes: QueueItem[] = [];
    for (const filter of [{}, { overdue: true }, { assigned: "NOBODY" }, { status: "APPROVED" }])
      nodes.push(...(await readQueue(member, { filter })).nodes);
    const byId = new Map(rows.map((row) => [row.visaRequestId, row]));
    for (const node of nodes) {
      const row = byId.get(node.visaRequestId)!;
      const assignedTo = row.assignedStaffId && { staffId: row.assignedStaffId };
      expect(node).toMatchObject({ isOverdue: isOverdue(row), assignedTo });
    }
    expect(new Set(nodes.map(({ isOverdue }) => isOverdue))).toEqual(new Set([true, false]));
  });

  test.each([
    ["a cursor of another list", { after: "eyJ4IjoxfQ" }],
    ["a page size of 0", { first: 0 }],
    ["a page size of 101", { first: 101 }],
    ["an invalid date", { filter: { expectedFrom: "2026-02-30" } }],
  ])("is refused for %s", async (_what, asked) => {
    await expect(readQueue(member, asked)).rejects.toThrow("BAD_USER_INPUT");
  });
});

test("paging returns each case once and in order while cases are being taken and reviewed", async () => {
  const seen: QueueItem[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { nodes, pageInfo } = await readQueue(member, { first: 100, after: cursor });
    seen.push(...nodes);
    const [free] = nodes.filter((node) => node.visaRequestStatus === "SUBMITTED" && !node.assignedTo);
    if (free) await workOn(member, staffStartReview, { visaRequestId: free.visaRequestId });
    if (!pageInfo.hasNextPage) break;
    cursor = pageInfo.endCursor;
  }
  expect(seen.map(({ visaRequestId }) => visaRequestId)).toEqual(expected({}));
  expect(seen.length).toBeGreaterThan(made / 5);
  rows = await readRows();
});

describe("the counts", () => {
  const counted = async () => (await member.call(staffQueueCounts)).data.staffQueueCounts;

  test("match the applications", async () => {
    const count = (isCounted: (row: RequestRow) => boolean) => rows.filter(isCounted).length;
    const of = (status: VisaRequestStatus) => count((row) => row.visaRequestStatus === status);
    const lying = rows.filter((row) => onDesk.includes(row.visaRequestStatus));
    expect(await counted()).toEqual({
      submitted: of("SUBMITTED"),
      processing: of("PROCESSING"),
      actionRequired: of("ACTION_REQUIRED"),
      overdue: count(isOverdue),
      mine: lying.filter((row) => row.assignedStaffId === member.userId).length,
      unassigned: lying.filter((row) => row.assignedStaffId === null).length,
    });
  });

  const some = `"visaRequestId" IN (SELECT "visaRequestId" FROM visa_request ORDER BY "visaReferenceNo" LIMIT ${made / 2})`;
  test.each([
    ["applications are assigned", `UPDATE visa_request SET "assignedStaffId" = 'somebody' WHERE ${some}`],
    ["applications are unassigned", `UPDATE visa_request SET "assignedStaffId" = NULL WHERE ${some}`],
    ["expected dates change", `UPDATE visa_request SET "expectedDate" = '2031-05-05' WHERE ${some}`],
    ["applications are decided", `UPDATE visa_request SET "visaRequestStatus" = 'APPROVED' WHERE ${some}`],
    ["cases enter the queue", `UPDATE visa_request SET "visaRequestStatus" = 'PROCESSING' WHERE ${some}`],
    ["nothing changes", `UPDATE visa_request SET "visaRequestStatus" = "visaRequestStatus"`],
    ["applications are removed", ...removeWhere(some)],
    ["all applications are removed", ...removeWhere("TRUE")],
  ])("stay correct if %s, and are rolled back with the change", async (_what, ...statements) => {
    const keptBefore = await kept(db.read);
    await expect(
      db.write(async (transaction) => {
        for (const statement of statements) await queryRows(transaction, statement);
        expect(await kept(transaction)).toEqual(await countRows(transaction));
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await kept(db.read)).toEqual(keptBefore);
    expect(keptBefore).toEqual(await countRows(db.read));
  });
});

/** Reads only the counted columns, because whole rows take ten times the CPU time. */
async function countRows(source: RowSource): Promise<Tables["queue_count"]> {
  const columns = `"visaRequestStatus", "expectedDate", "assignedStaffId"`;
  return countQueue(await queryRows<RequestRow>(source, `SELECT ${columns} FROM visa_request`));
}

/** Returns statements that delete first the rows that reference applications, then the applications. */
function removeWhere(some: string): string[] {
  const requests = `SELECT "visaRequestId" FROM visa_request WHERE ${some}`;
  const applicants = `SELECT "visaApplicantId" FROM visa_applicant WHERE "visaRequestId" IN (${requests})`;
  return [
    `DELETE FROM stored_file WHERE "visaApplicantId" IN (${applicants})`,
    ...["visa_applicant", "visa_request_event", "payment"].map(
      (table) => `DELETE FROM ${table} WHERE "visaRequestId" IN (${requests})`,
    ),
    `DELETE FROM visa_request WHERE ${some}`,
  ];
}

/** Merges rows with the same key, because each change inserts a row if the database is shared. */
async function kept(source: RowSource): Promise<Tables["queue_count"]> {
  const place = `"visaRequestStatus", "expectedDate", "assignedStaffId"`;
  const sql = `SELECT ${place}, sum(applications) AS applications FROM queue_count
    GROUP BY ${place} HAVING sum(applications) <> 0`;
  return inCountOrder(await queryRows(source, sql));
}

describe("a search", () => {
  const idsOf = async (search: string, filter?: QueueFilter): Promise<string[]> => {
    const { nodes } = await readQueue(member, { search, filter });
    return nodes.map(({ visaRequestId }) => visaRequestId);
  };
  let traveller: Traveller;
  const passportNumber = "Q7654321";
  beforeAll(async () => {
    traveller = await signedInTraveller(server).withRequest();
    await addApplicant(traveller, await makeSmallFiles(), { passportNumber });
    await toStory(traveller).paid();
  });

  test("finds a reference number, however it is typed", async () => {
    const { visaRequestId, visaReferenceNo } = traveller.request;
    for (const typed of [
      visaReferenceNo,
      ` ${visaReferenceNo.toLowerCase()} `,
      visaReferenceNo.replaceAll("-", ""),
      visaReferenceNo.replaceAll("-", " "),
      visaReferenceNo.slice(3),
    ])
      expect([typed, await idsOf(typed)]).toEqual([typed, [visaRequestId]]);
  });

  test("finds a mobile number, however it is typed", async () => {
    const national = traveller.phoneNumber.slice(3);
    for (const typed of [
      traveller.phoneNumber,
      national,
      `0${national}`,
      `+91 ${national.slice(0, 5)} ${national.slice(5)}`,
    ])
      expect([typed, await idsOf(typed)]).toEqual([typed, [traveller.request.visaRequestId]]);
  });

  test("finds the traveller's current number, and the case shows it with the e-mail address", async () => {
    const mover = await signedInTraveller(server).withRequest();
    const { visaRequestId } = mover.request;
    const mobile = newPhoneNumber();
    const email = "new@example.com";
    await mover.do(documents.updateProfile, { email, ...(await numberProof(mover, mobile)) });
    expect(await idsOf(mobile)).toEqual([visaRequestId]);
    const { data } = await member.call(contactOfCase, { visaRequestId });
    expect(data.staffVisaRequest.contact).toEqual({ mobile, email });
  });

  test("finds a passport number, and ignores the filter", async () => {
    const filter: QueueFilter = { status: "CANCELLED" };
    for (const typed of [passportNumber, "q7654321", " Q 765 4321 "])
      expect([typed, await idsOf(typed, filter)]).toEqual([typed, [traveller.request.visaRequestId]]);
  });

  test("for a passport number is in the owner's access log, and in the audit log even without a result", async () => {
    const visaRequestId = traveller.request.visaRequestId;
    const { data } = await traveller.call(staffLooks, { visaRequestId });
    const searches = data.visaRequest.accessLog.filter(({ action }) => action === "PASSPORT_SEARCHED");
    expect(searches).toEqual(Array(3).fill({ actor: "STAFF", action: "PASSPORT_SEARCHED" }));
    const inVain = async () => {
      const { audit_event } = await readTables(server, ["audit_event"]);
      return audit_event.filter(
        ({ action, actorId }) => action === "PASSPORT_NOT_FOUND" && actorId === member.userId,
      ).length;
    };
    const before = await inVain();
    expect(await idsOf("X0X0X0X0")).toEqual([]);
    expect(await inVain()).toBe(before + 1);
  });

  test("finds drafts and cancelled applications", async () => {
    const draft = await signedInTraveller(server).withRequest();
    expect(await idsOf(draft.request.visaReferenceNo)).toEqual([draft.request.visaRequestId]);
    await draft.do(documents.cancelVisaRequest, { visaRequestId: draft.request.visaRequestId });
    expect(await idsOf(draft.phoneNumber)).toEqual([draft.request.visaRequestId]);
  });

  test.each(["VP-1111-1111-2", "Z0000000", "+919000000000", "asha@example.com", "Rao, Asha", "%", "'; --"])(
    "for %s finds nothing",
    async (typed) => {
      expect(await idsOf(typed)).toEqual([]);
    },
  );

  test("for blanks returns the queue", async () => {
    expect((await idsOf("  ")).length).toBe(50);
  });
});

test("generateRequests refuses to run in production or without a number", async () => {
  expect((await server.runCommand("generateRequests", "many")).code).toBe(2);
  server.configure({ NODE_ENV: "production" });
  const { code, stderr } = await server.runCommand("generateRequests", "1");
  server.configure({ NODE_ENV: "test" });
  expect([code, stderr]).toEqual([1, expect.stringContaining("Setting ")]);
  expect((await readRows()).length).toBeLessThan(made + 10);
});

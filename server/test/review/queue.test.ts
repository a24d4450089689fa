import "reflect-metadata";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { EntityManager } from "typeorm";
import { SqliteDatabase } from "../../db/sqlite/SqliteDatabase";
import { countsSql, queueStatement, searchStatement } from "../../modules/review/queue/queue.repository";
import { readFilter, type QueueFilter } from "../../modules/review/queue/queue.rules";
import { todayInKolkata } from "../../modules/visaRequest/day.rules";
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
import { readTables, type Tables } from "../kit/data/readTables";
import { signInStaff } from "../kit/personas/staff";
import { staffLooks } from "./review.generated";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, storyOf, type Traveller } from "../kit/personas/traveller";

const made = 5000;
const today = todayInKolkata(new Date());

type QueueItem = Awaited<ReturnType<typeof readQueue>>["nodes"][number];
type RequestRow = Tables["visa_request"][number];

let server: TestServer;
let member: Traveller;
let db: SqliteDatabase;
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
  db = await SqliteDatabase.open(join(server.dataDir, "portal.sqlite"));
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
  ["SUBMITTED", "PROCESSING"].includes(row.visaRequestStatus) && row.expectedDate < today;
const inOrder = (some: RequestRow[]): string[] =>
  some.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(({ visaRequestId }) => visaRequestId);
const keyOf = (row: RequestRow): string => `${row.expectedDate} ${row.visaRequestId}`;

/** The same filter in the plainest way. */
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

/** Every combination of these. */
const parts: Partial<QueueFilter>[][] = [
  [{}, { status: "SUBMITTED" }, { status: "ACTION_REQUIRED" }, { status: "APPROVED" }],
  [{}, { countryName: "Vietnam" }],
  [{}, { expectedFrom: "2026-01-01" }, { expectedTo: "2099-01-01" }],
  [{}, { overdue: true }],
  [{}, { assigned: "MINE" }, { assigned: "NOBODY" }],
];
const filters = parts.reduce<QueueFilter[]>(
  (all, choices) => all.flatMap((filter) => choices.map((choice) => ({ ...filter, ...choice }))),
  [{}],
);

async function planOf(sql: string, values: readonly unknown[]): Promise<string[]> {
  const steps = await db.read.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, [...values]);
  return steps.map(({ detail }) => detail);
}
const after = { expectedDate: today, visaRequestId: "80000000-0000-4000-8000-000000000000" };

describe("the query plan", () => {
  test(`of the first and of every other page is one walk along an index of the queue, or one for each state, for ${filters.length} filters`, async () => {
    let tried = 0;
    for (const filter of filters) {
      const condition = readFilter(filter, { staffId: member.userId, today });
      for (const page of [{ limit: 51 }, { limit: 51, after }]) {
        if (!condition) continue;
        const plan = await planOf(...queueStatement(condition, page));
        const said = JSON.stringify({ filter, page, plan });
        const walk = expect.stringMatching(
          /^(SEARCH|SCAN) visa_request USING INDEX visa_request_(on_desk|queue)/,
        );
        const isMerged = filter.overdue === true && !filter.status;
        const walks = isMerged ? plan.filter((line) => line.includes("visa_request")) : plan;
        expect({ said, walks }).toEqual({ said, walks: isMerged ? [walk, walk] : [walk] });
        expect(walks.filter((line) => isMerged && !line.includes("visa_request_queue"))).toEqual([]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(150);
  });

  test("of a deep page begins behind the cursor", async () => {
    for (const filter of [{}, { countryName: "Vietnam" }, { expectedFrom: "2026-01-01" }] as QueueFilter[]) {
      const condition = readFilter(filter, { staffId: member.userId, today })!;
      expect(await planOf(...queueStatement(condition, { limit: 51, after }))).toEqual([
        expect.stringContaining("(expectedDate,visaRequestId)>(?,?)"),
      ]);
    }
  });

  test("of a search finds by the number itself", async () => {
    for (const [key, step] of [
      [{ visaReferenceNo: "VP-1111-1111-1" }, "(visaReferenceNo=?)"],
      [{ mobile: "+919876500001" }, "visa_request_by_mobile (mobile=?)"],
      [{ passportIndexes: ["a", "b"] }, "visa_applicant_by_passport (passportNumberIndex=?)"],
    ] as const) {
      const plan = await planOf(...searchStatement(key as never, { limit: 51 }));
      expect(plan.join("\n")).toContain(step);
      expect(plan.filter((line) => line.startsWith("SCAN"))).toEqual([]);
    }
  });

  test("of the counts looks at no application but those whose money needs a look", async () => {
    const plan = await planOf(countsSql, [today, member.userId]);
    expect(plan.filter((line) => line.includes("queue_count"))).toEqual(["SCAN queue_count"]);
    const looks = plan.filter((line) => line.includes("visa_request"));
    expect(looks).toHaveLength(2);
    for (const look of looks) expect(look).toContain("(visaRequestId=?)");
  });
});

describe("a page of the queue", () => {
  test("has what the filter says, in order, and nothing else", async () => {
    for (const filter of filters) {
      const { nodes } = await readQueue(member, { filter, first: 20 });
      expect({ filter, ids: nodes.map(({ visaRequestId }) => visaRequestId) }).toEqual({
        filter,
        ids: expected(filter).slice(0, 20),
      });
    }
  });

  test("says what is overdue and who works on it", async () => {
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
    ["no length", { first: 0 }],
    ["too long a page", { first: 101 }],
    ["a day that is none", { filter: { expectedFrom: "2026-02-30" } }],
  ])("is refused for %s", async (_what, asked) => {
    await expect(readQueue(member, asked)).rejects.toThrow("BAD_USER_INPUT");
  });
});

test("paging goes through all, each once and in order, while cases are taken and reviewed", async () => {
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
  expect(seen.length).toBeGreaterThan(1000);
  rows = await readRows();
});

describe("the counts", () => {
  const counted = async () => (await member.call(staffQueueCounts)).data.staffQueueCounts;

  test("are those of the rows", async () => {
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

  const some = `"visaRequestId" IN (SELECT "visaRequestId" FROM visa_request ORDER BY "visaReferenceNo" LIMIT 2500)`;
  test.each([
    ["some get somebody", `UPDATE visa_request SET "assignedStaffId" = 'somebody' WHERE ${some}`],
    ["some get nobody", `UPDATE visa_request SET "assignedStaffId" = NULL WHERE ${some}`],
    ["days move", `UPDATE visa_request SET "expectedDate" = date("expectedDate", '+3 days') WHERE ${some}`],
    ["some are decided", `UPDATE visa_request SET "visaRequestStatus" = 'APPROVED' WHERE ${some}`],
    ["some come into it", `UPDATE visa_request SET "visaRequestStatus" = 'PROCESSING' WHERE ${some}`],
    ["nothing changes", `UPDATE visa_request SET "visaRequestStatus" = "visaRequestStatus"`],
    ["some are removed", `DELETE FROM visa_request WHERE ${some}`],
    ["all are removed", `DELETE FROM visa_request`],
  ])("are kept where %s, and come back with what is rolled back", async (_what, sql) => {
    const keptBefore = await kept(db.read);
    await expect(
      db.write(async (transaction) => {
        await transaction.query("PRAGMA defer_foreign_keys=ON");
        await transaction.query(sql);
        expect(await kept(transaction)).toEqual(
          countQueue(await transaction.query("SELECT * FROM visa_request")),
        );
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await kept(db.read)).toEqual(keptBefore);
    expect(keptBefore).toEqual(countQueue(await readRows()));
  });
});

async function kept(source: EntityManager): Promise<Tables["queue_count"]> {
  return inCountOrder(await source.query("SELECT * FROM queue_count"));
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
    await storyOf(traveller).paid();
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

  test("finds a passport number, and leaves the filter aside", async () => {
    const filter: QueueFilter = { status: "CANCELLED" };
    for (const typed of [passportNumber, "q7654321", " Q 765 4321 "])
      expect([typed, await idsOf(typed, filter)]).toEqual([typed, [traveller.request.visaRequestId]]);
  });

  test("for a passport number is told to its owner, and one that finds nothing is written down too", async () => {
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

  test("finds drafts too", async () => {
    const draft = await signedInTraveller(server).withRequest();
    expect(await idsOf(draft.request.visaReferenceNo)).toEqual([draft.request.visaRequestId]);
    await draft.do(documents.cancelVisaRequest, { visaRequestId: draft.request.visaRequestId });
    expect(await idsOf(draft.phoneNumber)).toEqual([draft.request.visaRequestId]);
  });

  test.each(["VP-1111-1111-2", "Z0000000", "+919000000000", "asha@example.com", "Rao, Asha", "%", "'; --"])(
    "of %s finds nothing",
    async (typed) => {
      expect(await idsOf(typed)).toEqual([]);
    },
  );

  test("of nothing is the queue", async () => {
    expect((await idsOf("  ")).length).toBe(50);
  });
});

test("the generator refuses production, and anything but a number", async () => {
  expect((await server.runCommand("generateRequests", "many")).code).toBe(2);
  server.configure({ NODE_ENV: "production" });
  const { code, stderr } = await server.runCommand("generateRequests", "1");
  server.configure({ NODE_ENV: "test" });
  expect([code, stderr]).toEqual([1, expect.stringContaining("Setting ")]);
  expect((await readRows()).length).toBeLessThan(made + 10);
});

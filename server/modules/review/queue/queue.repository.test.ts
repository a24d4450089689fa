import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { makeDataSource } from "../../../platform/db/sqlite/sqliteSource";
import { todayInKolkata } from "../../../core/day.rules";
import { countsSql, queueStatement, searchStatement } from "./queue.repository";
import { readFilter, type QueueFilter } from "./queue.rules";
import { filters } from "../../../test/kit/data/queueFilters";
import { entities } from "../../../app/entities";

const today = todayInKolkata(new Date());
const staffId = "somebody";
let source: DataSource;
beforeAll(async () => {
  source = await makeDataSource(":memory:", entities).initialize();
  await source.runMigrations();
});
afterAll(() => source.destroy());

async function planOf(sql: string, values: readonly unknown[]): Promise<string[]> {
  const steps = await source.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, [...values]);
  return steps.map(({ detail }) => detail);
}
const after = { expectedDate: today, visaRequestId: "80000000-0000-4000-8000-000000000000" };

/** SQLite has no statistics here, so its plans depend only on statements and indexes. */
describe("the query plan", () => {
  test(`scans one index of the queue, or one per status, for every page and each of ${filters.length} filters`, async () => {
    let tried = 0;
    for (const filter of filters) {
      const condition = readFilter(filter, { staffId: staffId, today });
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

  test("starts a deep page at its cursor", async () => {
    for (const filter of [{}, { countryName: "Vietnam" }, { expectedFrom: "2026-01-01" }] as QueueFilter[]) {
      const condition = readFilter(filter, { staffId: staffId, today })!;
      expect(await planOf(...queueStatement(condition, { limit: 51, after }))).toEqual([
        expect.stringContaining("(expectedDate,visaRequestId)>(?,?)"),
      ]);
    }
  });

  test("uses an index for each kind of search", async () => {
    for (const [key, step] of [
      [{ visaReferenceNo: "VP-1111-1111-1" }, "(visaReferenceNo=?)"],
      [{ mobile: "+919876500001" }, "visa_request_by_mobile (mobile=?)"],
      [{ mobile: "+919876500001" }, "visa_request_by_follower (followerId=?)"],
      [{ passportIndexes: ["a", "b"] }, "visa_applicant_by_passport (passportNumberIndex=?)"],
    ] as const) {
      const plan = await planOf(...searchStatement(key as never, { limit: 51 }));
      expect(plan.join("\n")).toContain(step);
      expect(plan.filter((line) => line.startsWith("SCAN"))).toEqual([]);
    }
  });

  test("for the counts reads no applications except those with money due or a money task", async () => {
    const plan = await planOf(countsSql, [today, staffId]);
    expect(plan.filter((line) => line.includes("queue_count"))).toEqual(["SCAN queue_count"]);
    const looks = plan.filter((line) => line.includes("visa_request"));
    expect(looks).toHaveLength(2);
    for (const look of looks) expect(look).toContain("(visaRequestId=?)");
  });
});

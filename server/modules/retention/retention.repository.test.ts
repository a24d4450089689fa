import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { expiredQuery, leftoverTables, removalSql } from "./retention.repository";
import { entities } from "../../app/entities";

let folder: string;
let db: SqliteDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "retention-"));
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

async function explain(sql: string, values: unknown[]): Promise<string[]> {
  const plan = await db.read.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
  return plan.map(({ detail }) => detail);
}

test("finds expired requests by index instead of scanning all requests", async () => {
  const at = new Date().toISOString();
  const cutoffs = { draft: at, checkout: at, cancelled: at, decided: at, unanswered: at };
  const plan = await explain(...expiredQuery(db.read, cutoffs).limit(50).getQueryAndParameters());
  const looks = plan.filter((detail) => / request /.test(detail));
  expect(looks).toHaveLength(4);
  for (const look of looks)
    expect(look).toContain("USING INDEX visa_request_kept (visaRequestStatus=? AND createdAt<?)");
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH payment_order USING .*\(visaRequestId=\?/));
});

test.each(leftoverTables)("finds old rows of %s by index instead of scanning the table", async (table) => {
  const looks = (await explain(removalSql(table), ["", 500])).filter((detail) => detail.includes(table));
  expect(looks).toHaveLength(2);
  for (const look of looks) expect(look).toContain(`SEARCH ${table} USING`);
});

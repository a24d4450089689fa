import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { requestRow } from "../../test/kit/data/requestRow";
import { UserEntity } from "../user/user.entity";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { expiredQuery, findExpired, leftoverTables, removalSql } from "./retention.repository";
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

test("an application that waits for corrections expires only if nothing has changed either", async () => {
  const [old, recent] = ["2026-01-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"];
  const cutoff = "2026-06-01T00:00:00.000Z";
  const cutoffs = { draft: cutoff, checkout: cutoff, cancelled: cutoff, decided: cutoff, unanswered: cutoff };
  const waiting = { visaRequestStatus: "ACTION_REQUIRED", paymentStatus: "PAID", createdAt: old } as const;
  await db.write(async (transaction) => {
    const user = { userId: "owner", phoneNumber: "+919876543210", kind: "PERSON", name: "" } as const;
    await transaction.insert(UserEntity, { ...user, createdAt: old, lastSeenAt: old, identityTries: 0 });
    for (const [visaReferenceNo, changedAt] of [
      ["unanswered", old],
      ["changed", recent],
    ] as const) {
      const request = requestRow({ ...waiting, visaReferenceNo, changedAt });
      await transaction.insert(VisaRequestEntity, request);
      await transaction.query(
        `INSERT INTO visa_request_event ("visaRequestEventId", "visaRequestId", at, status) VALUES (?, ?, ?, ?)`,
        [visaReferenceNo, request.visaRequestId, old, request.visaRequestStatus],
      );
    }
  });
  const expired = await findExpired(db.read, cutoffs, { limit: 50 });
  expect(expired.map(({ visaReferenceNo }) => visaReferenceNo)).toEqual(["unanswered"]);
});

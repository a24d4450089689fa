import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { expiredQuery } from "./retention.repository";
import { entities } from "../../app/entities";

test("finds expired requests by index instead of scanning all requests", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retention-"));
  const db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  try {
    const at = new Date().toISOString();
    const cutoffs = { draft: at, checkout: at, cancelled: at, decided: at, unanswered: at };
    const [sql, values] = expiredQuery(db.read, cutoffs).limit(50).getQueryAndParameters();
    const plan = await db.read.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
    const looks = plan.map(({ detail }) => detail).filter((detail) => / request /.test(detail));
    expect(looks).toHaveLength(4);
    for (const look of looks)
      expect(look).toContain("USING INDEX visa_request_kept (visaRequestStatus=? AND createdAt<?)");
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
});

import "reflect-metadata";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { entities } from "../../app/entities";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { partnerRequestsStatement } from "./partnerApplication.repository";

let source: DataSource;
beforeAll(async () => {
  source = await makeDataSource(":memory:", entities).initialize();
  await source.runMigrations();
});
afterAll(() => source.destroy());

/** The test database has no statistics, so SQLite's plans depend only on statements and indexes. */
test("a page of a partner's applications reads one index from its cursor, without sorting", async () => {
  const after = ["2026-11-20T09:30:00.000Z", "1"];
  const changedSince = "2026-11-19T00:00:00.000Z";
  for (const filter of [{}, { status: "PROCESSING" as const }, { changedSince }])
    for (const page of [{ limit: 101 }, { limit: 101, after }]) {
      const [sql, values] = partnerRequestsStatement("p", filter, page);
      const steps = await source.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
      expect(steps.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(/^SEARCH visa_request USING INDEX visa_request_by_change \(userId=\?/),
      ]);
    }
  const [sql, values] = partnerRequestsStatement("p", { externalReference: "A" }, { limit: 2 });
  const [step] = await source.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
  expect(step?.detail).toContain("visa_request_by_reference (userId=? AND externalReference=?)");
});

import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { SqliteDatabase } from "../SqliteDatabase";
import { makeDataSource } from "../sqliteSource";
import { FirstTables1763700000000 } from "./1763/1763700000000-firstTables";
import { entities } from "../../../../app/entities";

let folder: string;
let db: SqliteDatabase;

/**
 * A database of the previous release, with one draft whose applicant was added later and one without
 * applicants.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "trail-"));
  const file = join(folder, "portal.sqlite");
  const old = await makeDataSource(file, entities).initialize();
  const first = new FirstTables1763700000000();
  await first.up(old.createQueryRunner());
  await old.query(
    `CREATE TABLE migration (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, timestamp bigint NOT NULL, name varchar NOT NULL)`,
  );
  await old.query(`INSERT INTO migration (timestamp, name) VALUES (1763700000000, ?)`, [first.name]);
  await old.query(
    `INSERT INTO user_account VALUES ('u', '+919876543210', 'Asha', null, '2026-01-01T00:00:00.000Z')`,
  );
  for (const id of ["with", "without"])
    await old.query(
      `INSERT INTO visa_request VALUES (?, ?, 'u', 'v', 'B2C', 'Visa', 'Oman', 100, null, 0, 0, 100, 0, 0, 100,
        '2026-02-01', '2026-02-01', 1, null, '+919876543210', 'PENDING', 'PENDING', null, null, 1, 1,
        '2026-01-02T00:00:00.000Z')`,
      [id, id],
    );
  await old.query(
    `INSERT INTO visa_applicant VALUES ('a', 'with', 'PENDING', 'Mrs.', 'Asha', 'Rao', 'FEMALE', '1990-05-14', 's', 'i',
      '2020-01-15', '2030-01-14', 'ADULT', 'INDIA', 'INDIA', null, '2026-01-03T00:00:00.000Z')`,
  );
  await old.query(
    `INSERT INTO stored_file VALUES ('f', 'a', 'PHOTO', 0, 'image/jpeg', 'n', 1, 'h', 'k', '2026-01-04T00:00:00.000Z')`,
  );
  await old.destroy();
  db = await SqliteDatabase.open(file, entities);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

test("the migration keeps existing rows and dates a draft by its newest event", async () => {
  const rows: unknown = await db.read.query(
    `SELECT "visaRequestId", "changedAt", "papersRemovedAt", mobile FROM visa_request ORDER BY "visaRequestId"`,
  );
  const [papersRemovedAt, mobile] = [null, "+919876543210"];
  expect(rows).toEqual([
    { visaRequestId: "with", changedAt: "2026-01-04T00:00:00.000Z", papersRemovedAt, mobile },
    { visaRequestId: "without", changedAt: "2026-01-02T00:00:00.000Z", papersRemovedAt, mobile },
  ]);
  expect(await db.read.query(`SELECT * FROM audit_event`)).toEqual([]);
});

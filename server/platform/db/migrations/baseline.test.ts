import "reflect-metadata";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { migrations } from "./index";
import { Baseline1766200200002 } from "./1766200200002-baseline";
import { entities } from "../../../app/entities";
import { SqliteDatabase } from "../sqlite/SqliteDatabase";
import { makeDataSource } from "../sqlite/sqliteSource";

const at = "2026-11-01T00:00:00.000Z";
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baseline-"));
  file = join(folder, "portal.sqlite");
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes a database with one user, as a version with only these migrations would have left it. */
async function makeOlder(...names: string[]): Promise<void> {
  const older = makeDataSource(file, entities).setOptions({ migrations: [Baseline1766200200002] });
  const source = await older.initialize();
  await source.runMigrations();
  await source.query("DELETE FROM migration");
  for (const name of names)
    await source.query("INSERT INTO migration (timestamp, name) VALUES (1, ?)", [name]);
  await source.query(
    `INSERT INTO user_account ("userId", "phoneNumber", name, "createdAt") VALUES ('u', '+919876543210', '', ?)`,
    [at],
  );
  await source.query(
    `INSERT INTO audit_event VALUES (1, ?, 'USER', 'u', 'LOGIN', 'SESSION', 's', NULL, 'u', NULL, 'p', 'h')`,
    [at],
  );
  await source.destroy();
}

describe("a database from before the baseline", () => {
  test("keeps its rows on each start if all replaced migrations have been applied", async () => {
    await makeOlder("FirstTables1763700000000", "CorrectionAnswers1766200200001");
    for (let start = 0; start < 2; start++) {
      const db = await SqliteDatabase.open(file, entities);
      expect(await db.read.query(`SELECT "userId" FROM user_account`)).toEqual([{ userId: "u" }]);
      const applied = await db.read.query<{ name: string }[]>("SELECT name FROM migration ORDER BY id");
      const names = migrations.map((Migration) => new Migration().name);
      expect(applied.slice(-names.length).map(({ name }) => name)).toEqual(names);
      expect(await db.read.query("SELECT sequence, hash FROM audit_event")).toEqual([
        { sequence: 1, hash: "h" },
      ]);
      for (const change of ["UPDATE audit_event SET hash = 'x'", "DELETE FROM audit_event"])
        await expect(db.write((transaction) => transaction.query(change))).rejects.toThrow("append-only");
      const indexes = `SELECT count(*) AS count FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'audit_event'`;
      expect(await db.read.query(indexes)).toEqual([{ count: 3 }]);
      await db.close();
    }
  });

  test("is rejected and stays unchanged if it lacks a replaced migration", async () => {
    await makeOlder("FirstTables1763700000000", "DocumentReminders1766200200000");
    await expect(SqliteDatabase.open(file, entities)).rejects.toMatchObject({
      name: "BadSetting",
      message: expect.stringContaining("too old for this version"),
    });
    const source = await makeDataSource(file, entities).initialize();
    expect(await source.query("SELECT count(*) AS count FROM migration")).toEqual([{ count: 2 }]);
    expect(await source.query("SELECT count(*) AS count FROM user_account")).toEqual([{ count: 1 }]);
    await source.destroy();
  });
});

test("rejects a payment with an unknown outcome or without its application", async () => {
  const db = await SqliteDatabase.open(file, entities);
  const write = (sql: string) => db.write((transaction) => transaction.query(sql));
  try {
    const payment = (outcome: string, request: string) =>
      `INSERT INTO payment VALUES ('pay_1', 'order_1', '${request}', 200, '${outcome}', '${at}', 0)`;
    await expect(write(payment("LOST", "r"))).rejects.toThrow("CHECK");
    await expect(write(payment("SETTLED", "r"))).rejects.toThrow("FOREIGN KEY");
  } finally {
    await db.close();
  }
});

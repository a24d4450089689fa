import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { toStorageError } from "../../../core/storageErrors";
import { SqliteDatabase } from "./SqliteDatabase";
import { getConnection, makeDataSource } from "./sqliteSource";
import { PreparedStatements } from "./preparedStatements";
import { SettingEntity } from "../setting.entity";
import { entities } from "../../../app/entities";

let folder: string;
let source: DataSource;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "statements-"));
  source = await makeDataSource(join(folder, "portal.sqlite"), entities).initialize();
  await source.query("CREATE TABLE note (name TEXT PRIMARY KEY, value INTEGER)");
});
afterEach(async () => {
  if (source.isInitialized) await source.destroy();
  rmSync(folder, { recursive: true });
});

const open = (most?: number) => new PreparedStatements(getConnection(source), most);

describe("prepared statements", () => {
  test("return the rows for each call's values", async () => {
    const statements = open();
    const insert = "INSERT INTO note VALUES (?, ?)";
    await statements.query(insert, ["first", 1]);
    await statements.query(insert, ["second", null]);
    const find = "SELECT * FROM note WHERE name = ?";
    const rows = await Promise.all(
      ["second", "third", "first"].map((name) => statements.query(find, [name])),
    );
    expect(rows).toEqual([[{ name: "second", value: null }], [], [{ name: "first", value: 1 }]]);
    await statements.close();
  });

  test("return the rows of pending queries even if their statement is evicted and finalized", async () => {
    const statements = open(2);
    const numbers = Array.from({ length: 20 }, (_, at) => at % 5);
    const rows = await Promise.all(numbers.map((number) => statements.query(`SELECT ${number} AS number`)));
    expect(rows).toEqual(numbers.map((number) => [{ number }]));
    await statements.close();
  });

  test("report SQLite's errors on each call, as TypeORM does", async () => {
    const statements = open();
    const error = async (asked: Promise<unknown>) => asked.catch((thrown: unknown) => thrown);
    for (const _time of [1, 2])
      expect(await error(statements.query("SELECT * FROM nothing"))).toEqual(
        await error(source.query("SELECT * FROM nothing", [])),
      );
    const insert = "INSERT INTO note VALUES (?, ?)";
    await statements.query(insert, ["first", 1]);
    expect(await error(statements.query(insert, ["first", 2]))).toMatchObject({ code: "SQLITE_CONSTRAINT" });
    await source.query("PRAGMA query_only=ON");
    expect(toStorageError(await error(statements.query(insert, ["second", 2])))).toMatchObject({
      code: "UNAVAILABLE",
      reason: "disk error",
    });
    await statements.close();
  });

  test("do not prevent their connection from closing", async () => {
    const statements = open();
    await statements.query("SELECT * FROM note");
    await statements.close();
    await source.destroy();
    expect(source.isInitialized).toBe(false);
  });
});

test("a prepared read sees all committed data and nothing else", async () => {
  const db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  // Alternates between two statements, because one that stays open would make the other read the old snapshot.
  const texts = ["= ?", "IN (?)"].map((which) => `SELECT value FROM setting WHERE name ${which}`);
  const find = async () => {
    const found: unknown[] = [];
    for (const text of texts) found.push(await db.rows.query(text, ["mark"]));
    return found;
  };
  expect(await find()).toEqual([[], []]);
  for (const value of ["first", "second"]) {
    await db.write(async (transaction) => {
      const before = await find();
      await transaction.upsert(SettingEntity, { name: "mark", value }, ["name"]);
      expect(await find()).toEqual(before);
    });
    expect(await find()).toEqual([[{ value }], [{ value }]]);
  }
  await db.close();
});

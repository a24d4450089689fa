import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { makeDataSource } from "../sqlite/sqliteSource";
import { Baseline1766200200002, replacedMigrations } from "../migrations/1766200200002-baseline";
import { CanonicalNumbers1766770000000 } from "../migrations/1766770000000-canonicalNumbers";
import { RemovedContacts1766780000000 } from "../migrations/1766780000000-removedContacts";
import { migrations } from "../migrations/index";
import { PostgresDatabase } from "./PostgresDatabase";
import { makePostgresSource } from "./postgresSource";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { entities } from "../../../app/entities";

/** The migrations derive PostgreSQL's statements from SQLite's, and both must result in the same schema. */

let sqlite: DataSource;
let postgres: DataSource;

beforeAll(async () => {
  sqlite = await makeDataSource(":memory:", entities).initialize();
  await sqlite.runMigrations();
  const settings = { engine: "postgres" as const, url: await newDatabase(), pool: 4 };
  postgres = await makePostgresSource(settings, entities, (error) => console.error(error)).initialize();
  await postgres.runMigrations();
});
afterAll(async () => {
  await sqlite.destroy();
  await postgres.destroy();
});

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

/** PostgreSQL's names for SQLite's column types. */
const types: Record<string, string> = { integer: "bigint", real: "double precision" };

/** Tables without a primary key in PostgreSQL, because they have one row per change (`postgresTriggers`). */
const withoutKey = ["queue_count"];

async function describeSqlite(table: string) {
  const rows: { name: string; type: string; notnull: number; pk: number }[] = await sqlite.query(
    `PRAGMA table_info("${table}")`,
  );
  const columns = rows.map(({ name, type, notnull, pk }): Column => ({
    name,
    type: types[type.toLowerCase()] ?? type.toLowerCase(),
    isNullable: notnull === 0 && pk === 0,
  }));
  const indexes: { name: string; unique: number; partial: number; origin: string }[] = await sqlite.query(
    `PRAGMA index_list("${table}")`,
  );
  const described: string[] = [];
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length > 0 && !withoutKey.includes(table))
    described.push(`unique ${key.map(({ name }) => name).join()}`);
  for (const { name, unique, partial, origin } of indexes) {
    if (origin === "pk") continue;
    const parts: { name: string | null; desc: number; key: number }[] = await sqlite.query(
      `PRAGMA index_xinfo("${name}")`,
    );
    const of = parts
      .filter(({ key }) => key === 1)
      .map((part) => (part.name ?? "expression") + (part.desc ? " DESC" : ""));
    described.push(`${unique ? "unique " : ""}${of.join()}${partial ? " partial" : ""}`);
  }
  const references: { table: string; from: string; on_delete: string }[] = await sqlite.query(
    `PRAGMA foreign_key_list("${table}")`,
  );
  return {
    columns: columns.sort(byName),
    indexes: described.sort(),
    references: references.map((one) => `${one.from} ${one.table} ${one.on_delete}`).sort(),
  };
}

async function describePostgres(table: string) {
  const columns: Column[] = await postgres.query(
    `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS "isNullable"
     FROM information_schema.columns WHERE table_name = $1`,
    [table],
  );
  const indexes: { described: string }[] = await postgres.query(
    `SELECT CASE WHEN indisunique THEN 'unique ' ELSE '' END
       || (SELECT string_agg(coalesce(a.attname, 'expression') || CASE WHEN (i.indoption[k.place - 1] & 1) = 1 THEN ' DESC' ELSE '' END, ',' ORDER BY k.place)
           FROM unnest(i.indkey::int[]) WITH ORDINALITY AS k (attnum, place)
           LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum)
       || CASE WHEN indpred IS NULL THEN '' ELSE ' partial' END AS described
     FROM pg_index i WHERE indrelid = $1::regclass`,
    [table],
  );
  const references: { described: string }[] = await postgres.query(
    `SELECT a.attname || ' ' || confrelid::regclass || CASE confdeltype WHEN 'c' THEN ' CASCADE' ELSE ' NO ACTION' END AS described
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
     WHERE contype = 'f' AND conrelid = $1::regclass`,
    [table],
  );
  return {
    columns: columns.sort(byName),
    indexes: indexes.map(({ described }) => described).sort(),
    references: references.map(({ described }) => described).sort(),
  };
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1);

test("both engines have the same columns, indexes and references for each entity", async () => {
  for (const { tableName } of postgres.entityMetadatas)
    expect([tableName, await describePostgres(tableName)]).toEqual([
      tableName,
      await describeSqlite(tableName),
    ]);
});

test("PostgreSQL sorts all text by bytes", async () => {
  const rows: unknown = await postgres.query(
    `SELECT collation_name AS collation, count(*) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND table_name <> 'migration' GROUP BY 1`,
  );
  expect(rows).toEqual([{ collation: "C", columns: expect.any(Number) }]);
});

test("an audit event can be chained once, and cannot be changed otherwise", async () => {
  const id = randomUUID();
  await postgres.query(
    `INSERT INTO audit_event (at, "actorKind", action, "subjectKind", "subjectId", "previousHash", hash)
     VALUES ('now', 'SYSTEM', 'LOGOUT', 'SESSION', $1, '', '')`,
    [id],
  );
  const change = (what: string) =>
    postgres.query(`UPDATE audit_event SET ${what} WHERE "subjectId" = $1`, [id]);
  await expect(change("at = 'then'")).rejects.toThrow("append-only");
  await change("sequence = 1, hash = 'h'");
  await expect(change("hash = 'other'")).rejects.toThrow("append-only");
  await expect(postgres.query("DELETE FROM audit_event")).rejects.toThrow("append-only");
  await expect(postgres.query("TRUNCATE audit_event")).rejects.toThrow("append-only");
});

test.each(["SQLite", "PostgreSQL"])(
  "%s: the migration normalises phone numbers that were typed with the national prefix 0",
  async (engine) => {
    const source = engine === "SQLite" ? sqlite : postgres;
    const typed = {
      french: "+330612345678",
      swiss: "+41791234567",
      twice: "+410791234567",
      nowhere: "+6508123456",
      indian: "+919876543210",
    };
    for (const [userId, number] of Object.entries(typed))
      await source.query(
        `INSERT INTO user_account
           ("userId", "phoneNumber", "formerNumber", kind, name, "createdAt", "lastSeenAt", "identityTries")
         VALUES ('${userId}', '${number}', ${userId === "swiss" ? "'+610412345678'" : "NULL"}, 'PERSON', '', 'now',
           'now', 0)`,
      );
    await source.query(`INSERT INTO staff_member VALUES ('s', '+330612345678', 'COMMAND', 'now')`);
    const runner = source.createQueryRunner();
    await new CanonicalNumbers1766770000000().up(runner);
    await runner.release();
    expect(
      await source.query(
        `SELECT "userId", "phoneNumber", "formerNumber" FROM user_account ORDER BY "createdAt", "userId"`,
      ),
    ).toEqual([
      { userId: "french", phoneNumber: "+33612345678", formerNumber: null },
      { userId: "indian", phoneNumber: typed.indian, formerNumber: null },
      { userId: "nowhere", phoneNumber: typed.nowhere, formerNumber: null },
      { userId: "swiss", phoneNumber: typed.swiss, formerNumber: "+61412345678" },
      // A person who can identify one of its applicants can restore it, like every older account of a number.
      { userId: "twice", phoneNumber: "aside:twice", formerNumber: typed.swiss },
    ]);
    expect(await source.query(`SELECT "phoneNumber" FROM staff_member`)).toEqual([
      { phoneNumber: "+33612345678" },
    ]);
  },
);

test.each(["SQLite", "PostgreSQL"])(
  "%s: the migration removes the contact only from applications whose personal data was removed",
  async (engine) => {
    const source = engine === "SQLite" ? sqlite : postgres;
    await source.query(
      `INSERT INTO user_account ("userId", "phoneNumber", kind, name, "createdAt", "lastSeenAt", "identityTries")
       VALUES ('owner', '+919876500000', 'PERSON', '', 'now', 'now', 0)`,
    );
    for (const [id, removedAt] of [
      ["gone", "'2026-06-01'"],
      ["here", "NULL"],
    ])
      await source.query(
        `INSERT INTO visa_request ("visaRequestId", "visaReferenceNo", "userId", "visaId", "leadSource", "visaName",
           "countryName", "pricePerApplicant", "serviceFeeRate", "gstPercent", "netPrice", "serviceFee", gst,
           "totalPrice", "travelDate", "expectedDate", "noOfApplicants", email, mobile, "visaRequestStatus",
           "paymentStatus", "priceVersion", version, "createdAt", "papersRemovedAt")
         VALUES ('${id}', '${id}', 'owner', 'v', '', '', '', 1, 1, 0, 1, 1, 0, 2, '', '', 1, 'a@example.com',
           '+919876543210', 'APPROVED', 'PAID', 1, 1, 'now', ${removedAt})`,
      );
    const runner = source.createQueryRunner();
    await new RemovedContacts1766780000000().up(runner);
    await runner.release();
    expect(
      await source.query(
        `SELECT "visaRequestId" AS id, email, mobile FROM visa_request ORDER BY "visaRequestId"`,
      ),
    ).toEqual([
      { id: "gone", email: null, mobile: "" },
      { id: "here", email: "a@example.com", mobile: "+919876543210" },
    ]);
  },
);

/** Makes a database with one row, as a version with only these migrations would have left it. */
async function makeOlder(names: string[]) {
  const settings = { engine: "postgres" as const, url: await newDatabase(), pool: 4 };
  const source = makePostgresSource(settings, entities, (error) => console.error(error));
  await source.setOptions({ migrations: [Baseline1766200200002] }).initialize();
  await source.runMigrations();
  await source.query("DELETE FROM migration");
  for (const name of names)
    await source.query("INSERT INTO migration (timestamp, name) VALUES (1, $1)", [name]);
  await source.query("INSERT INTO setting VALUES ('one', 'row')");
  await source.destroy();
  return () => PostgresDatabase.open(settings, entities, (error) => console.error(error));
}

test("a database with all replaced migrations keeps its rows on each start", async () => {
  const open = await makeOlder(replacedMigrations);
  for (let start = 0; start < 2; start++) {
    const db = await open();
    expect(await db.read.query("SELECT * FROM setting")).toEqual([{ name: "one", value: "row" }]);
    const applied = await db.read.query<{ name: string }[]>("SELECT name FROM migration ORDER BY id");
    const names = migrations.map((Migration) => new Migration().name);
    expect(applied.map(({ name }) => name)).toEqual([...replacedMigrations, ...names]);
    await db.close();
  }
});

test("a database that lacks a replaced migration is rejected", async () => {
  const open = await makeOlder(replacedMigrations.slice(0, -1));
  await expect(open()).rejects.toMatchObject({
    name: "BadSetting",
    message: expect.stringContaining("Setting DATABASE_URL: the database in it is too old"),
  });
});

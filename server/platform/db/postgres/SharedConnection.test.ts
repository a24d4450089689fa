import "reflect-metadata";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { poll } from "../../../test/kit/poll";
import { queryRows } from "../rowSource";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";

let db: PostgresDatabase;
let url: string;

const open = (listens = true) =>
  PostgresDatabase.open({ engine: "postgres", url, pool: 4, listens }, entities, () => undefined);
beforeEach(async () => {
  url = await newDatabase();
  db = await open();
});
afterEach(() => db.close());

const findBackend = async (from = db) =>
  (await queryRows<{ pid: number }>(from.rows, "SELECT pg_backend_pid() AS pid"))[0]!.pid;
const findSettings = () => queryRows<object>(db.rows, "SELECT * FROM setting WHERE name = ?", ["key-check"]);
const run = (sql: string) => db.write((transaction) => queryRows(transaction, sql));

/** Resolves to the backend's process id once the shared connection serves reads; until then, the pool serves them. */
async function untilConnected(): Promise<number> {
  let connected = 0;
  await poll(async () => {
    const pids = await Promise.all(Array.from({ length: 20 }, () => findBackend()));
    expect(new Set(pids).size).toBe(1);
    [connected = 0] = pids;
  });
  return connected;
}

test("concurrent reads on one connection each return their own rows", async () => {
  await untilConnected();
  const rows = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      queryRows<{ own: number }>(db.rows, "SELECT CAST(? AS integer) AS own", [at]),
    ),
  );
  expect(rows.map(([row]) => row!.own)).toEqual(Array.from({ length: 100 }, (_, at) => at));
});

test("a failed read does not affect concurrent reads", async () => {
  await untilConnected();
  const divide = (by: number) =>
    queryRows(db.rows, "SELECT 6 / CAST(? AS integer) AS result", [by]).catch(() => "failed");
  expect(await Promise.all([2, 0, 3].map(divide))).toEqual([[{ result: 3 }], "failed", [{ result: 2 }]]);
});

test("reads continue after the table of a prepared statement gets a new column", async () => {
  await run("INSERT INTO setting (name, value) VALUES ('key-check', 'x')");
  await untilConnected();
  expect(await findSettings()).toEqual([{ name: "key-check", value: "x" }]);
  await run("ALTER TABLE setting ADD COLUMN note text DEFAULT 'new'");
  const added = { name: "key-check", value: "x", note: "new" };
  expect(await Promise.all([findSettings(), findSettings()])).toEqual([[added], [added]]);
  await untilConnected();
  expect(await findSettings()).toEqual([added]);
});

test("reads do not wait for a slow read", async () => {
  await untilConnected();
  const slow = queryRows(db.rows, "SELECT pg_sleep(4) IS NULL AS slept");
  const first = await Promise.race([slow.then(() => "slow"), wait(200).then(() => findBackend())]);
  expect(first).not.toBe("slow");
  await slow;
});

test("reads keep their connection while the process is too busy to read the results", async () => {
  const connected = await untilConnected();
  const first = findBackend();
  // Its timer runs before the first result is read, because the process is busy below.
  const second = wait(30).then(() => findBackend());
  const end = performance.now() + 60;
  while (performance.now() < end);
  expect(await Promise.all([first, second])).toEqual([connected, connected]);
});

test("reads continue after their connection is lost", async () => {
  const connected = await untilConnected();
  await run(`SELECT pg_terminate_backend(${connected})`);
  await poll(async () => expect(await findBackend().catch(() => connected)).not.toBe(connected));
  await untilConnected();
});

test("behind a pooler, reads use the pool and prepare no statements", async () => {
  const pooled = await open(false);
  const pids = await Promise.all([findBackend(pooled), findBackend(pooled)]);
  expect(new Set(pids).size).toBe(2);
  expect(await queryRows(pooled.rows, "SELECT name FROM pg_prepared_statements")).toEqual([]);
  await pooled.close();
});

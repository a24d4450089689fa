import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { DatabaseProxy } from "../../../test/kit/server/databaseProxy";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { poll } from "../../../test/kit/poll";
import { OutcomeUnknown, StorageError } from "../../../core/storageErrors";
import { queryRows } from "../rowSource";
import { SettingEntity } from "../setting.entity";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";

/** PostgreSQL stops, restarts or becomes unreachable during calls. */

let url: string;
let proxy: DatabaseProxy;
let db: PostgresDatabase;
/** Connects directly, without the proxy. */
let operator: pg.Client;

const open = () =>
  PostgresDatabase.open({ engine: "postgres", url: proxy.url, pool: 5 }, entities, () => undefined);

beforeEach(async () => {
  url = await newDatabase();
  proxy = await DatabaseProxy.start(url);
  db = await open();
  operator = new pg.Client(url);
  await operator.connect();
});
afterEach(async () => {
  await db.close();
  await operator.end();
  await proxy.close();
});

const endConnections = () =>
  operator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'visaport' AND datname = current_database()`,
  );
const countSleepers = async () =>
  (
    await operator.query(
      `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()
         AND datname = current_database()`,
    )
  ).rowCount;
const sleep = "SELECT pg_sleep(60) IS NULL AS slept";

test("survives a connection that is closed as soon as it is opened", async () => {
  proxy.holdResponses();
  // More reads than the pool has idle connections, so that it opens new ones.
  const reads = Array.from({ length: 5 }, () => db.read.find(SettingEntity).catch((error: unknown) => error));
  await poll(async () => {
    await endConnections();
    const { rowCount } = await operator.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'visaport' AND datname = current_database()",
    );
    expect(rowCount).toBe(0);
  });
  await Promise.all(reads);
});

test("rejects reads, writes and a start with StorageError while PostgreSQL cannot be reached", async () => {
  await proxy.close();
  await expect(queryRows(db.rows, "SELECT 1 AS one")).rejects.toBeInstanceOf(StorageError);
  const work = db.write((transaction) => queryRows(transaction, "SELECT 1 AS one"));
  await expect(work).rejects.toBeInstanceOf(StorageError);
  await expect(open()).rejects.toBeInstanceOf(StorageError);
});

test("rejects a statement with StorageError if the server closes its connection while it runs", async () => {
  const byText = queryRows(db.rows, sleep).catch((error: unknown) => error);
  const inWork = db.write((transaction) => queryRows(transaction, sleep)).catch((error: unknown) => error);
  const byTypeOrm = db
    .write(async (transaction) => {
      await queryRows(transaction, sleep).catch(() => undefined);
      await transaction.insert(SettingEntity, { name: "after the end", value: "" });
    })
    .catch((error: unknown) => error);
  await poll(async () => expect(await countSleepers()).toBe(3));
  await endConnections();
  for (const error of await Promise.all([byText, inWork, byTypeOrm])) {
    // Throws the error to show its code and message, which an assertion about its class would not show.
    if (!(error instanceof StorageError)) throw error;
    expect(error).not.toBeInstanceOf(OutcomeUnknown);
  }
});

test("reports the outcome as unknown if the response to COMMIT is lost, and recovers", async () => {
  const add = (name: string) =>
    db.write((transaction) => transaction.insert(SettingEntity, { name, value: "" }));
  proxy.loseCommits((statements) => statements.includes("lost"));
  await expect(add("lost")).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(proxy.lostCommits).toBe(1);
  await add("after it");
  const { rows } = await operator.query<{ name: string }>(
    "SELECT name FROM setting WHERE name IN ('lost', 'after it') ORDER BY name",
  );
  expect(rows.map(({ name }) => name)).toEqual(["after it", "lost"]);
});

test("waits for only one dead connection after a failover that closed no connections", async () => {
  const add = (name: string) =>
    db.write((transaction) => transaction.insert(SettingEntity, { name, value: "" }));
  await Promise.all(["one", "two", "three"].map(add));
  proxy.silence();
  await add("after the failover");
  await expect(db.read.existsBy(SettingEntity, { name: "after the failover" })).resolves.toBe(true);
  expect(proxy.ignored.filter((statements) => statements.includes("BEGIN"))).toHaveLength(1);
});

test("makes PostgreSQL abort reads after 15 seconds", async () => {
  const [limit] = await queryRows<{ statement_timeout: string }>(db.rows, "SHOW statement_timeout");
  expect(limit).toEqual({ statement_timeout: "15s" });
});

import "reflect-metadata";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { EntityManager } from "typeorm";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { poll } from "../../../test/kit/poll";
import { waitFor } from "../../../test/kit/waitFor";
import { queryRows } from "../rowSource";
import { SettingEntity } from "../setting.entity";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";

/** Two processes on one database. */
let one: PostgresDatabase;
let other: PostgresDatabase;
let url: string;
const complaints: Error[] = [];

const open = (pool = 10) =>
  PostgresDatabase.open({ engine: "postgres", url, pool }, entities, (error) => void complaints.push(error));

beforeEach(async () => {
  url = await newDatabase();
  // Opened concurrently, because processes may start at the same time.
  [one, other] = await Promise.all([open(), open()]);
});
afterEach(async () => {
  await one.close();
  await other.close();
});

const insert = (transaction: EntityManager, name: string, value = "0") =>
  transaction.insert(SettingEntity, { name, value });
const read = async (source: EntityManager | PostgresDatabase["rows"], name: string) =>
  (await queryRows<{ value: string }>(source, "SELECT value FROM setting WHERE name = ?", [name]))[0]?.value;
const addOne = async (transaction: EntityManager) => {
  const value = Number(await read(transaction, "n")) + 1;
  await queryRows(transaction, "UPDATE setting SET value = ? WHERE name = ?", [String(value), "n"]);
};

test("concurrent read-then-write transactions behave as if they ran one after the other", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 2 ? one : other).write(addOne)));
  expect(await read(one.rows, "n")).toBe("200");
});

test("a write that repeatedly conflicts with others finally runs alone", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  const overtaking: Promise<void>[] = [];
  await one.write(async (transaction) => {
    await read(transaction, "n");
    overtaking.push(other.write(addOne));
    // The timeout ends the wait once this write runs alone, because the other write then cannot finish first.
    await Promise.race([overtaking.at(-1), wait(500)]);
    await addOne(transaction);
  });
  await Promise.all(overtaking);
  expect(await read(one.rows, "n")).toBe(String(overtaking.length + 1));
});

test("writes with the same lock run one after another without retries", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  let runs = 0;
  const countAndAdd = (transaction: EntityManager) => {
    runs++;
    return addOne(transaction);
  };
  await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 ? one : other).write(countAndAdd, { lock: "n" })),
  );
  expect([await read(one.rows, "n"), runs]).toEqual(["200", 200]);
});

test("a write that waits long for its lock is not mistaken for a dead connection, and runs once", async () => {
  const steps: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let isTaken = false;
  const hold = () => {
    isTaken = true;
    return held;
  };
  const holding = one.write(hold, { lock: "n" });
  await waitFor("the lock is taken", () => isTaken);
  const waiting = other.write(async () => void steps.push("written"), { lock: "n" });
  // Longer than the 3 s after which a connection counts as dead.
  await wait(3_500);
  steps.push("let go");
  letGo();
  await Promise.all([holding, waiting]);
  expect(steps).toEqual(["let go", "written"]);
  // Shows that the write gave up waiting for the lock and began again on the same connection.
  expect(other.writeCounts.conflict).toBeGreaterThan(0);
});

test("a write with a lock does not force a retry of a serializable write that reads the same table", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  let runs = 0;
  await one.write(async (transaction) => {
    runs++;
    await queryRows(transaction, "SELECT name FROM setting", []);
    // Each transaction reads the table to which the other writes, so two serializable transactions would conflict.
    await other.write(
      async (locked) => {
        await queryRows(locked, "SELECT name FROM setting", []);
        await insert(locked, `of the locked ${runs}`);
      },
      { lock: "n" },
    );
    await insert(transaction, `of the serializable ${runs}`);
  });
  expect(runs).toBe(1);
});

test("if two concurrent transactions each insert a row unless one exists, exactly one inserts it", async () => {
  const rounds = 200;
  const takeTheLast = (round: number) => async (transaction: EntityManager) => {
    const taken = await queryRows(transaction, "SELECT name FROM setting WHERE name LIKE ?", [`${round}:%`]);
    if (taken.length === 0) await insert(transaction, `${round}:${Math.random()}`);
    return taken.length === 0;
  };
  for (let round = 0; round < rounds; round++) {
    const took = await Promise.all([one.write(takeTheLast(round)), other.write(takeTheLast(round))]);
    expect(took.filter(Boolean)).toHaveLength(1);
  }
});

test("an error rolls back the transaction and leaves the connection usable", async () => {
  const failing = one.write(async (transaction) => {
    await insert(transaction, "gone");
    throw new Error("of the work");
  });
  await expect(failing).rejects.toThrow("of the work");
  expect(await read(one.rows, "gone")).toBeUndefined();
  await one.write((transaction) => insert(transaction, "there"));
  expect(await read(other.rows, "there")).toBe("0");
});

test("a transaction that continues after a failed statement is rejected", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  const careless = one.write(async (transaction) => {
    await insert(transaction, "n").catch(() => undefined);
  });
  await expect(careless).rejects.toThrow("continued after one of its statements");
});

test("a write that violates a unique constraint is retried, and rejected after three attempts", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  let tries = 0;
  await one.write((transaction) => insert(transaction, tries++ === 0 ? "n" : "m"));
  expect(tries).toBe(2);
  const stubborn = one.write((transaction) => (tries++, insert(transaction, "n")));
  await expect(stubborn).rejects.toMatchObject({ code: "23505" });
  expect(tries).toBe(5);
});

test("serialization failures do not use up the retries of a unique violation", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  let tries = 0;
  await one.write(async (transaction) => {
    tries++;
    if (tries <= 3) await queryRows(transaction, "DO 'BEGIN RAISE SQLSTATE ''40001''; END'");
    await insert(transaction, tries === 4 ? "n" : "m");
  });
  expect(tries).toBe(5);
});

test("a connection closed by the server is replaced", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  await queryRows(
    other.rows,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
  );
  await one.write((transaction) => insert(transaction, "m"));
  expect(await read(one.rows, "m")).toBe("0");
});

test("reads get a connection while the maximum number of writes is running", async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const writes = Array.from({ length: 20 }, (_, at) =>
    one.write(async (transaction) => {
      await insert(transaction, `slow ${at}`);
      await held;
    }),
  );
  expect(await read(one.rows, "nobody")).toBeUndefined();
  letGo();
  await Promise.all(writes);
});

test("is ready only if all migrations have run", async () => {
  expect(await one.isReady()).toBe(true);
  await queryRows(one.rows, "DELETE FROM migration WHERE name LIKE 'KeptApplicants%'");
  expect(await one.isReady()).toBe(false);
});

test("opens no connection for announcements if `listens` is false", async () => {
  const settings = { engine: "postgres", url, pool: 4 } as const;
  const silent = await PostgresDatabase.open({ ...settings, listens: false }, entities, () => undefined);
  const countListeners = async () => {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE application_name = ? AND datname = current_database()";
    return (await queryRows(one.rows, sql, ["visaport announcements"])).length;
  };
  // `other` connects later, so a connection of `silent` would exist by then.
  silent.listen("topic", () => undefined);
  other.listen("topic", () => undefined);
  await poll(async () => expect(await countListeners()).toBeGreaterThan(0));
  expect(await countListeners()).toBe(1);
  await silent.close();
});

import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { EntityManager } from "typeorm";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { queryRows } from "../rowSource";
import { SettingEntity } from "../setting.entity";
import { PostgresDatabase } from "./PostgresDatabase";

/** Two as two processes have them. */
let one: PostgresDatabase;
let other: PostgresDatabase;
let url: string;
const complaints: Error[] = [];

const open = (pool = 10) =>
  PostgresDatabase.open({ engine: "postgres", url, pool }, (error) => void complaints.push(error));

beforeEach(async () => {
  url = await newDatabase();
  // At once, as ten processes may start.
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

test("what several read and then write is as if one had come after another", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  const addOne = async (transaction: EntityManager) => {
    const value = Number(await read(transaction, "n")) + 1;
    await queryRows(transaction, "UPDATE setting SET value = ? WHERE name = ?", [String(value), "n"]);
  };
  await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 2 ? one : other).write(addOne)));
  expect(await read(one.rows, "n")).toBe("200");
});

test("a rule over rows that nobody has written yet holds: of two last ones one sees the other", async () => {
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

test("what a work throws takes back what it wrote, and leaves the connection in order", async () => {
  const failing = one.write(async (transaction) => {
    await insert(transaction, "gone");
    throw new Error("of the work");
  });
  await expect(failing).rejects.toThrow("of the work");
  expect(await read(one.rows, "gone")).toBeUndefined();
  await one.write((transaction) => insert(transaction, "there"));
  expect(await read(other.rows, "there")).toBe("0");
});

test("a work that goes on after a statement of it failed is not acknowledged", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  const careless = one.write(async (transaction) => {
    await insert(transaction, "n").catch(() => undefined);
  });
  await expect(careless).rejects.toThrow("went on after a statement");
});

test("a connection that the server ends is not missed", async () => {
  await one.write((transaction) => insert(transaction, "n"));
  await queryRows(
    other.rows,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
  );
  await one.write((transaction) => insert(transaction, "m"));
  expect(await read(one.rows, "m")).toBe("0");
});

test("readers find a connection while as many write as may", async () => {
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

test("is ready once migrated, and not while a migration is missing", async () => {
  expect(await one.isReady()).toBe(true);
  await queryRows(one.rows, "DELETE FROM migration WHERE name LIKE 'Guards%'");
  expect(await one.isReady()).toBe(false);
});

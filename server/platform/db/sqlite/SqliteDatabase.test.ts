import "reflect-metadata";
import { EventEmitter, once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { DataSource, EntityManager } from "typeorm";
import { SqliteDatabase } from "./SqliteDatabase";
import { makeDataSource } from "./sqliteSource";
import { queryRows, preparedStatementsFor } from "../rowSource";
import { SettingEntity } from "../setting.entity";
import { entities } from "../../../app/entities";

const rounds = 100;
/** A new database, which each test copies, because the migrations take longer than most tests. */
let template: string;
let folder: string;
let file: string;
let db: SqliteDatabase;

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "database-"));
  await (await SqliteDatabase.open(join(template, "portal.sqlite"), entities)).close();
});
afterAll(() => rmSync(template, { recursive: true }));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "database-"));
  file = join(folder, "portal.sqlite");
  copyFileSync(join(template, "portal.sqlite"), file);
  db = await SqliteDatabase.open(file, entities);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const insert = (transaction: EntityManager, name: string) =>
  transaction.insert(SettingEntity, { name, value: "here" });
const isThere = async (name: string) => (await db.read.findOneBy(SettingEntity, { name })) !== null;

type Work = (transaction: EntityManager) => Promise<unknown>;
type Write = (work: Work) => Promise<unknown>;

/**
 * Runs two concurrent writers, one of which inserts a row, waits and then fails. Returns the names of the rows that
 * were acknowledged to the other writer, and of those that the failed writer inserted.
 */
async function raceTwoWriters(rounds: number, write: Write, writeBeside: Write = write) {
  const acknowledged: string[] = [];
  const undone: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = new EventEmitter();
    const failing = write(async (transaction) => {
      undone.push(`failed ${round}`);
      await insert(transaction, `failed ${round}`);
      begun.emit("begun");
      for (let step = 0; step < 3; step++) await transaction.query("SELECT 1");
      throw new Error("This writer fails");
    });
    // The failing writer may not even begin: with TypeORM alone, the transaction of an earlier round may still be open.
    const hasBegun = Promise.race([once(begun, "begun"), failing.catch(() => undefined)]);
    const beside = hasBegun.then(() => writeBeside((transaction) => insert(transaction, `written ${round}`)));
    const succeeding = beside.then(() => acknowledged.push(`written ${round}`));
    await Promise.allSettled([failing, succeeding]);
  }
  return { acknowledged, undone };
}

async function namesAfterReopening(): Promise<Set<string>> {
  await db.close();
  db = await SqliteDatabase.open(file, entities);
  return new Set((await db.read.find(SettingEntity)).map(({ name }) => name));
}

describe("two concurrent writers, one of which rolls back", () => {
  test("leave all acknowledged rows and none of the failed writer's rows", async () => {
    const { acknowledged, undone } = await raceTwoWriters(rounds, (work) => db.write(work));
    expect(acknowledged).toHaveLength(rounds);
    const names = await namesAfterReopening();
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    expect(undone.filter((name) => names.has(name))).toEqual([]);
  });

  // Shows why the write queue exists, and that the test above can fail (docs/decisions/0001-write-queue.md).
  test.each([
    ["two transactions", (plain: DataSource, work: Work) => plain.transaction(work)],
    ["a transaction and a plain insert", (plain: DataSource, work: Work) => work(plain.manager)],
  ])(
    "lose acknowledged rows if TypeORM alone runs %s on its single connection",
    async (_what, writeBeside) => {
      const plain = await makeDataSource(file, entities).initialize();
      // Ten rounds suffice, because each round loses a row.
      const { acknowledged } = await raceTwoWriters(
        10,
        (work) => plain.transaction(work),
        (work) => writeBeside(plain, work),
      );
      await plain.destroy();
      const names = await namesAfterReopening();
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.filter((name) => !names.has(name)).length).toBeGreaterThan(0);
    },
  );
});

describe("a write", () => {
  test("returns its result and is visible to readers immediately", async () => {
    expect(await db.write((transaction) => insert(transaction, "a").then(() => 42))).toBe(42);
    expect(await isThere("a")).toBe(true);
  });

  test("rolls back and rethrows on an error, and lets the next write run", async () => {
    const error = new Error("on purpose");
    const failing = db.write(async (transaction) => {
      await insert(transaction, "a");
      throw error;
    });
    const next = db.write((transaction) => insert(transaction, "b"));
    await expect(failing).rejects.toBe(error);
    await next;
    expect([await isThere("a"), await isThere("b")]).toEqual([false, true]);
  });

  test("runs alone, after all earlier writes", async () => {
    const steps: string[] = [];
    const write = (name: string) =>
      db.write(async (transaction) => {
        steps.push(`${name} begins`);
        await insert(transaction, name);
        steps.push(`${name} ends`);
      });
    await Promise.all(["a", "b", "c"].map(write));
    expect(steps).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test("is abandoned if it waits too long for anything but the database, and its later queries fail", async () => {
    await db.close();
    db = await SqliteDatabase.open(file, entities, { maxTaskSeconds: 0.2 });
    let late: Promise<unknown> | undefined;
    const nested = db.write(async (transaction) => {
      await insert(transaction, "outer");
      await db.write((inner) => insert(inner, "inner"));
      late = insert(transaction, "late");
      await late;
    });
    await expect(nested).rejects.toThrow("was Database.write called from inside itself?");
    await db.write((transaction) => insert(transaction, "later"));
    await expect(late).rejects.toThrow();
    expect([await isThere("outer"), await isThere("late"), await isThere("later")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("may follow another write of the same caller", async () => {
    await db
      .write((transaction) => insert(transaction, "a"))
      .then(() => db.write((transaction) => insert(transaction, "b")));
    expect(await isThere("b")).toBe(true);
  });

  test("is rejected with UNAVAILABLE if 2000 other writes are waiting, which then complete", async () => {
    const waiting = Array.from({ length: 2000 }, () =>
      db.write((transaction) => transaction.query("SELECT 1")),
    );
    await expect(db.write(async () => undefined)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      retryAfter: 5,
    });
    await Promise.all(waiting);
    await db.write((transaction) => insert(transaction, "after the rush"));
    expect(await isThere("after the rush")).toBe(true);
  });
});

test("each transaction uses the prepared statements of its connection", async () => {
  const seen = new Set<unknown>();
  for (let turn = 0; turn < 2; turn++)
    await db.write(async (transaction) => {
      expect(preparedStatementsFor(transaction)).not.toBe(transaction);
      seen.add(preparedStatementsFor(transaction));
    });
  expect(seen.size).toBe(1);
});

describe("writes that wait together", () => {
  const onPurpose = new Error("on purpose");
  /** Queues the writes while another one is running, so that they share one transaction. */
  async function writeTogether(works: Work[]): Promise<Promise<unknown>[]> {
    const first = db.write((transaction) => insert(transaction, "first"));
    const together = works.map((work) => db.write(work));
    await Promise.allSettled(together);
    await first;
    return together;
  }

  test("share one transaction, and are acknowledged only after its commit", async () => {
    const steps: string[] = [];
    const write = (name: string) => async (transaction: EntityManager) => {
      await insert(transaction, name);
      steps.push(`${name} wrote, reader sees b: ${await isThere("b")}`);
    };
    const first = db.write(write("a"));
    const others = ["b", "c", "d"].map((name) =>
      db.write(write(name)).then(() => steps.push(`${name} answered`)),
    );
    await Promise.all([first, ...others]);
    expect(steps).toEqual([
      "a wrote, reader sees b: false",
      ...["b", "c", "d"].map((name) => `${name} wrote, reader sees b: false`),
      ...["b", "c", "d"].map((name) => `${name} answered`),
    ]);
  });

  test("keep their rows if one of them throws; only the rows of that write are rolled back", async () => {
    const [, failing] = await writeTogether([
      (transaction) => insert(transaction, "a"),
      async (transaction) => {
        await insert(transaction, "b");
        throw onPurpose;
      },
      (transaction) => insert(transaction, "c"),
    ]);
    await expect(failing).rejects.toBe(onPurpose);
    const names = await namesAfterReopening();
    expect(["first", "a", "b", "c"].map((name) => names.has(name))).toEqual([true, true, false, true]);
  });

  test("see the rows of earlier writes except those that were rolled back", async () => {
    const count = async (transaction: EntityManager) => transaction.countBy(SettingEntity, { value: "here" });
    const [, , counted] = await writeTogether([
      (transaction) => insert(transaction, "a"),
      async (transaction) => {
        await insert(transaction, "b");
        throw onPurpose;
      },
      count,
    ]);
    expect(await counted).toBe(2);
  });

  test("all fail if their transaction is lost, and later writes complete", async () => {
    const [innocent, culprit, next] = await writeTogether([
      (transaction) => insert(transaction, "a"),
      // Rolls back, as SQLite does automatically if the disk is full.
      async (transaction) => {
        await transaction.query("ROLLBACK");
        throw onPurpose;
      },
      (transaction) => insert(transaction, "c"),
    ]);
    await expect(culprit).rejects.toBe(onPurpose);
    await expect(innocent).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfter: 5 });
    await expect(next).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await db.write((transaction) => insert(transaction, "after"));
    const names = await namesAfterReopening();
    expect(["first", "a", "c", "after"].map((name) => names.has(name))).toEqual([true, false, false, true]);
  });

  test("do not share a transaction with statements that must run outside a transaction", async () => {
    const before = db.write((transaction) => insert(transaction, "before"));
    const beside = db.write((transaction) => insert(transaction, "beside"));
    const emptied = db.purgeDeleted();
    const after = db.write((transaction) => insert(transaction, "after"));
    await Promise.all([before, beside, emptied, after]);
    expect([await isThere("before"), await isThere("beside"), await isThere("after")]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("a reader", () => {
  test("sees changes only after their commit", async () => {
    await db.write(async (transaction) => {
      await insert(transaction, "a");
      expect(await transaction.existsBy(SettingEntity, { name: "a" })).toBe(true);
      expect(await isThere("a")).toBe(false);
    });
    expect(await isThere("a")).toBe(true);
  });

  test("cannot write", async () => {
    await expect(insert(db.read, "a")).rejects.toThrow(/readonly/i);
  });
});

describe("the database", () => {
  test("uses WAL with full sync, to survive a power cut, and enforces foreign keys", async () => {
    const ask = (pragma: string) =>
      db.write(async (transaction): Promise<unknown> => {
        const [row] = await transaction.query<Record<string, unknown>[]>(`PRAGMA ${pragma}`);
        return Object.values(row!)[0];
      });
    expect(await ask("journal_mode")).toBe("wal");
    expect(await ask("synchronous")).toBe(2);
    expect(await ask("foreign_keys")).toBe(1);
    expect(await ask("busy_timeout")).toBe(5000);
    const orphan = `INSERT INTO session ("sessionId", "userId", "createdAt", "expiresAt") VALUES ('s', 'nobody', '2026', '2027')`;
    await expect(db.write((transaction) => transaction.query(orphan))).rejects.toThrow(/FOREIGN KEY/);
  });

  test("still has its rows and migrations after it is reopened", async () => {
    await db.write((transaction) => insert(transaction, "a"));
    expect(await namesAfterReopening()).toContain("a");
    expect(await db.isReady()).toBe(true);
  });

  test("returns a statement's rows even during a readiness check", async () => {
    for (let round = 0; round < rounds; round++) {
      const [isReady, removed] = await Promise.all([
        db.isReady(),
        // Without the prepared statements, TypeORM's `query` would return undefined for a DELETE on SQLite.
        db.write((transaction) =>
          queryRows(transaction, "DELETE FROM setting WHERE name = ? RETURNING name", ["nobody"]),
        ),
      ]);
      expect([isReady, removed]).toEqual([true, []]);
    }
  });

  test("is not ready until all migrations have run", async () => {
    await db.write((transaction) => transaction.query("DELETE FROM migration"));
    expect(await db.isReady()).toBe(false);
  });

  test("completes all waiting writes before it closes", async () => {
    const writes = ["a", "b", "c"].map((name) => db.write((transaction) => insert(transaction, name)));
    await db.close();
    await Promise.all(writes);
    db = await SqliteDatabase.open(file, entities);
    expect(await Promise.all(["a", "b", "c"].map(isThere))).toEqual([true, true, true]);
  });

  test("is created together with its folder", async () => {
    const elsewhere = join(folder, "new", "folder", "portal.sqlite");
    await (await SqliteDatabase.open(elsewhere, entities)).close();
    expect(existsSync(elsewhere)).toBe(true);
  });
});

test("processes that create the same database concurrently wait for one another", async () => {
  const together = Array.from({ length: 4 }, () => SqliteDatabase.open(join(folder, "new.sqlite"), entities));
  const opened = await Promise.allSettled(together);
  for (const one of opened) if (one.status === "fulfilled") await one.value.close();
  expect(opened.map(({ status }) => status)).toEqual(together.map(() => "fulfilled"));
});

test("a write that begins with a read succeeds although another process writes to the file", async () => {
  const command = await SqliteDatabase.open(file, entities);
  try {
    const begun = new EventEmitter();
    const slow = db.write(async (transaction) => {
      await transaction.find(SettingEntity);
      begun.emit("begun");
      // Leaves time for the other write to finish if it does not wait for this one.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await insert(transaction, "slow");
    });
    const beside = once(begun, "begun").then(() =>
      command.write((transaction) => insert(transaction, "beside")),
    );
    await Promise.all([slow, beside]);
    expect([await isThere("slow"), await isThere("beside")]).toEqual([true, true]);
  } finally {
    await command.close();
  }
});

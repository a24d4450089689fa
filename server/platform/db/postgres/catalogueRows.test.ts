import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { EntityManager } from "typeorm";
import { loadSeed } from "../../../../seed/load";
import { AuditService } from "../../../modules/audit/audit.service";
import { CatalogueService } from "../../../modules/catalogue/catalogue.service";
import { openUser } from "../../../modules/user/user.repository";
import { summarisePriceAt } from "../../../modules/visaRequest/pricing.rules";
import { findBuyer } from "../../../modules/visaRequest/visaRequest.repository";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { KeyRing } from "../../adapters/crypto/keyRing";
import { makeChanges } from "../changes";
import { JobLeases } from "../JobLeases";
import { queryRows } from "../rowSource";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";

/** Reads of the catalogue and its version while other processes change these or neighbouring rows. */

/** Two processes on one database. */
let one: PostgresDatabase;
let other: PostgresDatabase;
const clock = { now: () => new Date() };

beforeEach(async () => {
  const settings = { engine: "postgres", url: await newDatabase(), pool: 10 } as const;
  [one, other] = await Promise.all([
    PostgresDatabase.open(settings, entities, () => undefined),
    PostgresDatabase.open(settings, entities, () => undefined),
  ]);
});
afterEach(async () => {
  await one.close();
  await other.close();
});

test("a transaction that reads the catalogue does not block a new seed, and still sees all rows after it", async () => {
  const catalogue = await CatalogueService.open(other, summarisePriceAt({ serviceFee: 0, gstPercent: 18 }));
  const load = () => loadSeed(catalogue, "seed/countries");
  await load();
  const count = async (transaction: EntityManager) => {
    const sql = "SELECT count(*) AS count FROM visa_document";
    return (await queryRows<{ count: number }>(transaction, sql))[0]?.count;
  };
  await one.write(async (transaction) => {
    const before = await count(transaction);
    expect(before).toBeGreaterThan(0);
    await load();
    expect(await count(transaction)).toBe(before);
  });
});

test("a transaction that reads the catalogue's version is not retried if jobs write neighbouring rows", async () => {
  const keys = new KeyRing("a data key of this test only".padEnd(48, "."));
  const audit = await AuditService.open({ db: one, clock, keys });
  const otherAudit = await AuditService.open({ db: other, clock, keys });
  const leases = new JobLeases({ db: other, clock });
  const record = (of: AuditService, transaction: EntityManager) =>
    of.record(transaction, "LOGOUT", randomUUID(), { by: "SYSTEM" });
  const { user, changes } = openUser(undefined, "+919876543210", clock.now());
  await one.write((transaction) => makeChanges(transaction, changes));
  // PostgreSQL takes a predicate lock on the whole table once it knows that the table is small.
  await one.analyze();
  let runs = 0;
  await one.write(async (transaction) => {
    runs++;
    expect(await findBuyer(transaction, user.userId)).toMatchObject({ catalogueVersion: 0 });
    await other.write((before) => record(otherAudit, before));
    await otherAudit.chainWaiting();
    await leases.runExclusively(`job ${runs}`, 60, async () => undefined);
    expect(await other.isReady()).toBe(true);
    await record(audit, transaction);
  });
  expect(runs).toBe(1);
});

test("the planner's statistics are current after `analyze`", async () => {
  await one.write((transaction) =>
    queryRows(transaction, "INSERT INTO setting SELECT n::text, '' FROM generate_series(1, 500) n"),
  );
  const countAsPlanned = async () =>
    (
      await queryRows<{ rows: number }>(
        one.rows,
        "SELECT reltuples::integer AS rows FROM pg_class WHERE relname = 'setting'",
      )
    )[0]?.rows;
  expect(await countAsPlanned()).toBeLessThan(500);
  await one.analyze();
  expect(await countAsPlanned()).toBeGreaterThanOrEqual(500);
});

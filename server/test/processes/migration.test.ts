import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { entities } from "../../app/entities";
import { migrations } from "../../platform/db/migrations/index";
import { PostgresDatabase } from "../../platform/db/postgres/PostgresDatabase";
import * as documents from "../kit/documents";
import { newPhoneNumber, signIn, type Traveller } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { atEach, provideProcesses } from "../kit/server/processes";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import { query } from "./kit/outages";
import { ResponseRecord } from "./kit/recordResponses";

/** The running version serves requests without failures while the next version migrates the database. */

const provided = provideProcesses();

let record: ResponseRecord;
beforeEach(() => void (record = new ResponseRecord()));
afterEach(() => record.stop());

/** A migration as decision 32 allows it: it only adds, takes seconds, and locks a busy table only at its end. */
class NextVersion1799000000000 implements MigrationInterface {
  name = "NextVersion1799000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE next_version AS SELECT "visaRequestId", 0 AS rank FROM visa_request`);
    await runner.query("SELECT pg_sleep(4)");
    await runner.query(`ALTER TABLE visa_request ADD COLUMN "addedText" text NOT NULL DEFAULT ''`);
    await runner.query(`CREATE INDEX visa_request_added ON visa_request ("addedText", "createdAt")`);
    await runner.query("SELECT pg_sleep(0.5)");
  }

  async down(): Promise<void> {}
}

/** Creates, reads and cancels applications at all processes in turn; returns the number of applications. */
async function work(traveller: Traveller, isOver: () => boolean): Promise<number> {
  const travellers = atEach(provided.servers, traveller);
  const at = (call: number) => travellers[call % 3]!;
  const { data } = await traveller.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
  for (let round = 0; ; round++) {
    if (isOver()) return round;
    const wanted = { visaId: data.visa.visaId, idempotencyKey: randomUUID() };
    const { visaRequestId } = await at(round).do(documents.createVisaRequest, wanted);
    const read = await at(round + 1).call(documents.myVisaRequests, { first: 5 });
    expect(read.data.myVisaRequests.nodes[0].visaRequestId).toBe(visaRequestId);
    await at(round + 2).do(documents.cancelVisaRequest, { visaRequestId });
  }
}

test("reads and writes succeed while a migration adds a table, a column and an index", async () => {
  const url = findDatabaseUrl(provided.servers[0]!.dataDir)!;
  const travellers = [];
  for (const server of provided.servers) travellers.push(await signIn(server, newPhoneNumber()));
  let isOver = false;
  const working = Promise.all(travellers.map((one) => work(one, () => isOver)));
  await Promise.race([working, poll(() => expect(record.total).toBeGreaterThan(30))]);

  const known = [...migrations];
  (migrations as unknown[]).push(NextVersion1799000000000);
  try {
    const next = await PostgresDatabase.open({ engine: "postgres", url, pool: 4 }, entities, () => undefined);
    await next.close();
  } finally {
    migrations.splice(0, Infinity, ...known);
  }
  const during = record.total;
  await Promise.race([working, poll(() => expect(record.total).toBeGreaterThan(during + 30))]);
  isOver = true;
  const rounds = await working;
  console.info({ rounds, duringMigration: during, after: record.total - during });

  expect(record.faults).toEqual([]);
  expect([...record.byStatus.keys()]).toEqual([200]);
  const added = `SELECT count(*)::int AS count FROM visa_request WHERE "addedText" = ''`;
  const [{ count } = { count: 0 }] = await query<{ count: number }>(url, added);
  expect(count).toBe(rounds.reduce((sum, one) => sum + one));
  for (const server of provided.servers) {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output).not.toContain("unexpected error");
  }
});

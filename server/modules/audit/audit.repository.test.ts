import "reflect-metadata";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { entities } from "../../app/entities";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { AuditEventEntity } from "./audit.entity";
import { findAccountsByActor } from "./audit.repository";

let source: DataSource;
beforeAll(async () => {
  source = await makeDataSource(":memory:", entities).initialize();
  await source.runMigrations();
});
afterAll(() => source.destroy());

/** Records that the first account was merged into the second one. */
async function merge(sequence: number, actorId: string, subjectId: string): Promise<void> {
  const at = "2026-11-29T06:30:00.000Z";
  const unused = { visaRequestId: null, ownerUserId: subjectId, details: null, previousHash: "", hash: "" };
  const event = { actorKind: "USER", action: "IDENTITY_CONFIRMED", subjectKind: "USER" } as const;
  await source.manager.insert(AuditEventEntity, { sequence, at, actorId, subjectId, ...event, ...unused });
}

test("finds accounts that were merged into merged accounts, and ends if merges form a cycle", async () => {
  await merge(1, "newest", "newer");
  await merge(2, "newer", "own");
  await merge(3, "own", "newest");
  await merge(4, "stranger", "other");
  expect(Object.fromEntries(await findAccountsByActor(source.manager, ["own"]))).toEqual({
    own: "own",
    newer: "own",
    newest: "own",
  });
});

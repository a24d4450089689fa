import "reflect-metadata";
import { expect, test } from "@jest/globals";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { migrations } from "../migrations/index";
import { queryRows } from "../rowSource";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";
import { maxStatementMs } from "./WatchedPool";

class LongMigration1799000000000 implements MigrationInterface {
  name = "LongMigration1799000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT pg_sleep(${maxStatementMs / 1000 + 1})`);
    await runner.query("CREATE TABLE added (one integer)");
  }

  async down(): Promise<void> {}
}

test("a migration has no statement timeout, and a second process waits for its end", async () => {
  const settings = { engine: "postgres", url: await newDatabase(), pool: 2 } as const;
  const open = () => PostgresDatabase.open(settings, entities, () => undefined);
  (migrations as unknown[]).push(LongMigration1799000000000);
  try {
    for (const db of await Promise.all([open(), open()])) {
      expect(await queryRows(db.rows, "SELECT one FROM added")).toEqual([]);
      await db.close();
    }
  } finally {
    (migrations as unknown[]).pop();
  }
});

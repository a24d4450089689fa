import type { MigrationInterface, QueryRunner } from "typeorm";

/** Rate-limit counters of addresses and users. Unlogged: a crash of PostgreSQL resets them. */
export class CallLimits1766000000002 implements MigrationInterface {
  name = "CallLimits1766000000002";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNLOGGED TABLE call_limit (
        key text COLLATE "C" PRIMARY KEY, points bigint NOT NULL, expire bigint NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE call_limit");
  }
}

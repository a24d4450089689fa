import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // What went out in the last hour and day is counted at each send.
  `CREATE INDEX login_code_by_time ON login_code ("createdAt")`,
];

/** Codes by the time that they were sent. */
export class SmsBudget1764000600000 implements MigrationInterface {
  name = "SmsBudget1764000600000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX login_code_by_time`);
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Each send counts the codes of the last hour and day.
  `CREATE INDEX login_code_by_time ON login_code ("createdAt")`,
];

/** Indexes codes by the time they were sent. */
export class SmsBudget1764000600000 implements MigrationInterface {
  name = "SmsBudget1764000600000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX login_code_by_time`);
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE second_factor (
    "staffMemberId" text PRIMARY KEY REFERENCES staff_member ("staffMemberId"), "secretSealed" text NOT NULL,
    "confirmedAt" text, "lastStep" integer NOT NULL, "wrongCodes" integer NOT NULL, "blockedUntil" text)`,
  `ALTER TABLE session ADD COLUMN "secondFactorAt" text`,
];

/** Secrets of authenticator apps, and sessions that passed the second factor. */
export class SecondFactor1764000600002 implements MigrationInterface {
  name = "SecondFactor1764000600002";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE second_factor`);
    await runner.query(`ALTER TABLE session DROP COLUMN "secondFactorAt"`);
  }
}

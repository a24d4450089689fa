import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE session ADD COLUMN "lastUsedAt" text NOT NULL DEFAULT ''`,
  `UPDATE session SET "lastUsedAt" = "createdAt"`,
  `ALTER TABLE session ADD COLUMN device text NOT NULL DEFAULT ''`,
];

/** Last use of a session, and its kind of device. */
export class SessionUse1764000500001 implements MigrationInterface {
  name = "SessionUse1764000500001";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Sessions do not lose their end again: restore a backup instead");
  }
}

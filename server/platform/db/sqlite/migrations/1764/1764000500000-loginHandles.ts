import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Each requester has a separate code: a stranger's does not replace the owner's.
  `DROP INDEX login_code_open`,
  `ALTER TABLE login_code ADD COLUMN "handleHash" text NOT NULL DEFAULT ''`,
  `ALTER TABLE login_code ADD COLUMN "askedFrom" text NOT NULL DEFAULT ''`,
  `ALTER TABLE login_code ADD COLUMN "triesFrom" text NOT NULL DEFAULT '{}'`,
  `ALTER TABLE login_code ADD COLUMN "isOfDevice" boolean NOT NULL DEFAULT 0`,
  `CREATE TABLE known_device (
    "tokenHash" text NOT NULL, "userId" text NOT NULL REFERENCES user_account ("userId"),
    "lastLoginAt" text NOT NULL, PRIMARY KEY ("tokenHash", "userId"))`,
  `CREATE INDEX known_device_by_user ON known_device ("userId", "lastLoginAt")`,
];

/** Attempts per login code and requester, and known devices. */
export class LoginHandles1764000500000 implements MigrationInterface {
  name = "LoginHandles1764000500000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Tries by who asked are not put together again: restore a backup instead");
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE user_account ADD COLUMN "lastSeenAt" text NOT NULL DEFAULT ''`,
  `UPDATE user_account SET "lastSeenAt" = max("createdAt", coalesce(
    (SELECT max("lastUsedAt") FROM session WHERE session."userId" = user_account."userId"), ''))`,
  `ALTER TABLE user_account ADD COLUMN "formerNumber" text`,
  `ALTER TABLE user_account ADD COLUMN "identityTries" integer NOT NULL DEFAULT 0`,
  `CREATE INDEX user_account_set_aside ON user_account ("formerNumber") WHERE "formerNumber" IS NOT NULL`,
];

/** Last activity of an account, and accounts whose number may since have been reassigned. */
export class AccountsSetAside1764000500002 implements MigrationInterface {
  name = "AccountsSetAside1764000500002";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Accounts that were set aside are not opened again: restore a backup instead");
  }
}

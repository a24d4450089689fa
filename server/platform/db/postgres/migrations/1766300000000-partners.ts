import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE audit_event DROP CONSTRAINT "audit_event_actorKind_check"`,
  // Not validated, because that would read the whole log: the narrower constraint held until now.
  `ALTER TABLE audit_event ADD CONSTRAINT "audit_event_actorKind_check"
    CHECK ("actorKind" IN ('USER', 'STAFF', 'SYSTEM', 'VISITOR', 'PARTNER')) NOT VALID`,
  `ALTER TABLE user_account ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'PERSON'
    CHECK (kind IN ('PERSON', 'PARTNER'))`,
  `CREATE TABLE partner (
    "partnerId" text COLLATE "C" PRIMARY KEY REFERENCES user_account ("userId"),
    name text COLLATE "C" NOT NULL, gstin text COLLATE "C", email text COLLATE "C" NOT NULL,
    "feeInr" bigint CHECK ("feeInr" >= 0), limits text COLLATE "C" NOT NULL,
    "createdAt" text COLLATE "C" NOT NULL, "endedAt" text COLLATE "C")`,
  `CREATE TABLE partner_member (
    "partnerId" text COLLATE "C" NOT NULL REFERENCES partner ("partnerId"),
    "userId" text COLLATE "C" NOT NULL REFERENCES user_account ("userId"),
    role text COLLATE "C" NOT NULL CHECK (role IN ('OWNER', 'DEVELOPER')),
    "addedAt" text COLLATE "C" NOT NULL, PRIMARY KEY ("partnerId", "userId"))`,
  `CREATE INDEX partner_member_by_user ON partner_member ("userId")`,
  `CREATE TABLE partner_key (
    "partnerKeyId" text COLLATE "C" PRIMARY KEY,
    "partnerId" text COLLATE "C" NOT NULL REFERENCES partner ("partnerId"),
    name text COLLATE "C" NOT NULL, "keyHash" text COLLATE "C" NOT NULL UNIQUE,
    start text COLLATE "C" NOT NULL, scopes text COLLATE "C" NOT NULL, networks text COLLATE "C" NOT NULL,
    "createdAt" text COLLATE "C" NOT NULL, "expiresAt" text COLLATE "C", "lastUsedAt" text COLLATE "C",
    "endedAt" text COLLATE "C", "replacedByKeyId" text COLLATE "C")`,
  `CREATE INDEX partner_key_by_partner ON partner_key ("partnerId", "createdAt")`,
];

/** Adds partners, whose programs use the API with keys, and the audit log's actor PARTNER. */
export class Partners1766300000000 implements MigrationInterface {
  name = "Partners1766300000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Events of partners cannot be removed from the audit log: restore a backup instead");
  }
}

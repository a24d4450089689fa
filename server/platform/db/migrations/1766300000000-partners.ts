import { indexes } from "./baseline/indexes";
import { makeMigration } from "./migration";
import { sqliteTriggers } from "./baseline/sqliteTriggers";

const isOfAudit = (statement: string) => /\bON audit_event\b/.test(statement);

/** SQLite cannot change a CHECK, so the table of the audit log is copied, with its indexes and triggers. */
const copyOfAudit = [
  `CREATE TABLE new_audit_event (
    sequence integer PRIMARY KEY, at text NOT NULL,
    "actorKind" text NOT NULL CHECK ("actorKind" IN ('USER', 'STAFF', 'SYSTEM', 'VISITOR', 'PARTNER')),
    "actorId" text, action text NOT NULL, "subjectKind" text NOT NULL, "subjectId" text NOT NULL,
    "visaRequestId" text, "ownerUserId" text, details text, "previousHash" text NOT NULL,
    hash text NOT NULL)`,
  `INSERT INTO new_audit_event SELECT * FROM audit_event`,
  `DROP TABLE audit_event`,
  `ALTER TABLE new_audit_event RENAME TO audit_event`,
  ...indexes.filter(isOfAudit),
  ...sqliteTriggers.filter(isOfAudit),
];

const auditActors = [
  `ALTER TABLE audit_event DROP CONSTRAINT "audit_event_actorKind_check"`,
  // NOT VALID avoids a scan of the whole log, whose rows already satisfy the narrower constraint.
  `ALTER TABLE audit_event ADD CONSTRAINT "audit_event_actorKind_check"
    CHECK ("actorKind" IN ('USER', 'STAFF', 'SYSTEM', 'VISITOR', 'PARTNER')) NOT VALID`,
];

const statements = [
  `ALTER TABLE user_account ADD COLUMN kind text NOT NULL DEFAULT 'PERSON'
    CHECK (kind IN ('PERSON', 'PARTNER'))`,
  `CREATE TABLE partner (
    "partnerId" text PRIMARY KEY REFERENCES user_account ("userId"), name text NOT NULL, gstin text,
    email text NOT NULL, "feeInr" integer CHECK ("feeInr" >= 0), limits text NOT NULL,
    "createdAt" text NOT NULL, "endedAt" text)`,
  `CREATE TABLE partner_member (
    "partnerId" text NOT NULL REFERENCES partner ("partnerId"),
    "userId" text NOT NULL REFERENCES user_account ("userId"),
    role text NOT NULL CHECK (role IN ('OWNER', 'DEVELOPER')), "addedAt" text NOT NULL,
    PRIMARY KEY ("partnerId", "userId"))`,
  `CREATE INDEX partner_member_by_user ON partner_member ("userId")`,
  `CREATE TABLE partner_key (
    "partnerKeyId" text PRIMARY KEY, "partnerId" text NOT NULL REFERENCES partner ("partnerId"),
    name text NOT NULL, "keyHash" text NOT NULL UNIQUE, start text NOT NULL, scopes text NOT NULL,
    networks text NOT NULL, "createdAt" text NOT NULL, "expiresAt" text, "lastUsedAt" text, "endedAt" text,
    "replacedByKeyId" text)`,
  `CREATE INDEX partner_key_by_partner ON partner_key ("partnerId", "createdAt")`,
];

/** Adds partners, whose programs use the API with keys, and the audit log's actor PARTNER. */
export const Partners1766300000000 = makeMigration("Partners1766300000000", (engine) => [
  ...(engine === "postgres" ? auditActors : copyOfAudit),
  ...statements,
]);

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE audit_event (
    sequence integer PRIMARY KEY, at text NOT NULL,
    "actorKind" text NOT NULL CHECK ("actorKind" IN ('USER', 'STAFF', 'SYSTEM', 'VISITOR')), "actorId" text,
    action text NOT NULL, "subjectKind" text NOT NULL, "subjectId" text NOT NULL, "visaRequestId" text,
    "ownerUserId" text, details text, "previousHash" text NOT NULL, hash text NOT NULL)`,
  `CREATE INDEX audit_event_by_request ON audit_event ("visaRequestId", sequence)`,
  `CREATE INDEX audit_event_by_owner ON audit_event ("ownerUserId", sequence)`,
  `CREATE INDEX audit_event_by_subject ON audit_event ("subjectId", at)`,
  // Append-only: a change requires dropping these triggers, and the hash chain still reveals it.
  `CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
   BEGIN SELECT RAISE(ABORT, 'audit_event is append-only'); END`,
  `CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event
   BEGIN SELECT RAISE(ABORT, 'audit_event is append-only'); END`,

  `ALTER TABLE visa_request ADD COLUMN "changedAt" text`,
  `ALTER TABLE visa_request ADD COLUMN "papersRemovedAt" text`,
  // The newest of all dated events, so that no draft counts as older than it is.
  `UPDATE visa_request SET "changedAt" = (SELECT max(at) FROM (
    SELECT visa_request."createdAt" AS at
    UNION ALL SELECT at FROM visa_request_event e WHERE e."visaRequestId" = visa_request."visaRequestId"
    UNION ALL SELECT "createdAt" FROM payment_order o WHERE o."visaRequestId" = visa_request."visaRequestId"
    UNION ALL SELECT "createdAt" FROM visa_applicant a WHERE a."visaRequestId" = visa_request."visaRequestId"
    UNION ALL SELECT f."createdAt" FROM stored_file f JOIN visa_applicant a USING ("visaApplicantId")
              WHERE a."visaRequestId" = visa_request."visaRequestId"))`,
  `CREATE INDEX visa_request_by_state ON visa_request ("visaRequestStatus", "changedAt")`,
];

/** The audit log, and the dates that retention uses. */
export class Trail1763800200000 implements MigrationInterface {
  name = "Trail1763800200000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("The audit log is not taken back: restore a backup instead");
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // SQLite cannot change a CHECK, so the table is recreated with its rows.
  `CREATE TABLE approval_with_visas (
    "approvalId" text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('REFUND', 'VISA_CHANGE', 'VISA_MISMATCH')),
    "subjectId" text NOT NULL, text text NOT NULL, asked text NOT NULL,
    "askedByStaffId" text NOT NULL, "askedAt" text NOT NULL,
    "closedAt" text, "closedByStaffId" text,
    outcome text CHECK (outcome IN ('AGREED', 'DECLINED', 'WITHDRAWN', 'VOID')),
    "askedByMemberId" text,
    "closedByMemberId" text CHECK (outcome <> 'AGREED' OR "closedByMemberId" <> "askedByMemberId"),
    CHECK (outcome <> 'AGREED' OR "closedByStaffId" <> "askedByStaffId"))`,
  `INSERT INTO approval_with_visas
    SELECT "approvalId", kind, "subjectId", text, asked, "askedByStaffId", "askedAt", "closedAt", "closedByStaffId",
      outcome, "askedByMemberId", "closedByMemberId" FROM approval ORDER BY rowid`,
  `DROP TABLE approval`,
  `ALTER TABLE approval_with_visas RENAME TO approval`,
  `CREATE UNIQUE INDEX approval_open ON approval (kind, "subjectId") WHERE "closedAt" IS NULL`,
];

/** A visa that does not match the application requires approval by a second staff member. */
export class VisaApprovals1766100000002 implements MigrationInterface {
  name = "VisaApprovals1766100000002";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Approvals of visas are not forgotten: restore a backup instead");
  }
}

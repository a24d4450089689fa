import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE approval (
    "approvalId" text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('REFUND', 'VISA_CHANGE')),
    "subjectId" text NOT NULL, text text NOT NULL, asked text NOT NULL,
    "askedByStaffId" text NOT NULL, "askedAt" text NOT NULL,
    "closedAt" text, "closedByStaffId" text,
    outcome text CHECK (outcome IN ('AGREED', 'DECLINED', 'WITHDRAWN', 'VOID')),
    CHECK (outcome <> 'AGREED' OR "closedByStaffId" <> "askedByStaffId"))`,
  `CREATE UNIQUE INDEX approval_open ON approval (kind, "subjectId") WHERE "closedAt" IS NULL`,
];

/** Actions of a staff member that require the approval of another. */
export class Approvals1764001300000 implements MigrationInterface {
  name = "Approvals1764001300000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE approval");
  }
}

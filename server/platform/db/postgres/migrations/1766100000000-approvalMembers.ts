import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE approval ADD COLUMN "askedByMemberId" text COLLATE "C"`,
  `ALTER TABLE approval ADD COLUMN "closedByMemberId" text COLLATE "C"
    CHECK (outcome <> 'AGREED' OR "closedByMemberId" <> "askedByMemberId")`,
  `UPDATE approval SET "askedByMemberId" = (
    SELECT member."staffMemberId" FROM user_account person
    JOIN staff_member member ON member."phoneNumber" = person."phoneNumber"
    WHERE person."userId" = approval."askedByStaffId")`,
  // The account no longer has a staff number, so self-approval could not be detected.
  `UPDATE approval SET outcome = 'VOID', "closedAt" = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    WHERE "closedAt" IS NULL AND "askedByMemberId" IS NULL`,
];

/** Adds the staff numbers of the requester and the approver to approvals; they outlive the accounts. */
export class ApprovalMembers1766100000000 implements MigrationInterface {
  name = "ApprovalMembers1766100000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE approval DROP COLUMN "closedByMemberId"`);
    await runner.query(`ALTER TABLE approval DROP COLUMN "askedByMemberId"`);
  }
}

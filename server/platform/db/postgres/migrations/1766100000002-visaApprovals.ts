import type { MigrationInterface, QueryRunner } from "typeorm";

/** A visa that does not match the application requires approval by a second staff member. */
export class VisaApprovals1766100000002 implements MigrationInterface {
  name = "VisaApprovals1766100000002";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE approval DROP CONSTRAINT approval_kind_check`);
    await runner.query(
      `ALTER TABLE approval ADD CONSTRAINT approval_kind_check
       CHECK (kind IN ('REFUND', 'VISA_CHANGE', 'VISA_MISMATCH'))`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Approvals of visas are not forgotten: restore a backup instead");
  }
}

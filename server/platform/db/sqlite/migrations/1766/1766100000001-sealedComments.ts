import type { MigrationInterface, QueryRunner } from "typeorm";

/** Encrypts comments. The migration has no key: it marks existing comments, and the start encrypts them. */
export class SealedComments1766100000001 implements MigrationInterface {
  name = "SealedComments1766100000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_applicant RENAME COLUMN comments TO "commentsSealed"`);
    await runner.query(
      `UPDATE visa_applicant SET "commentsSealed" =
        CASE WHEN "commentsSealed" = '' THEN NULL ELSE 'clear:' || "commentsSealed" END
       WHERE "commentsSealed" IS NOT NULL`,
    );
    // Empty once all are encrypted, so that a start need not scan every row.
    await runner.query(
      `CREATE INDEX visa_applicant_clear_comments ON visa_applicant ("visaApplicantId")
       WHERE substr("commentsSealed", 1, 6) = 'clear:'`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Encrypted comments cannot be put back in clear by the database");
  }
}

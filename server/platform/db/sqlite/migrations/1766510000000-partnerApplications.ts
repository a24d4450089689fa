import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE visa_request ADD COLUMN "externalReference" text`,
  `CREATE UNIQUE INDEX visa_request_by_reference ON visa_request ("userId", "externalReference")
    WHERE "externalReference" IS NOT NULL`,
  // Partial, so that the applications of people do not pay for it.
  `CREATE INDEX visa_request_by_change ON visa_request ("userId", "changedAt", "visaRequestId")
    WHERE "leadSource" = 'PARTNER'`,
];

/** Stores partners' own references, and lists their applications by last change. */
export class PartnerApplications1766510000000 implements MigrationInterface {
  name = "PartnerApplications1766510000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX visa_request_by_change`);
    await runner.query(`DROP INDEX visa_request_by_reference`);
    await runner.query(`ALTER TABLE visa_request DROP COLUMN "externalReference"`);
  }
}

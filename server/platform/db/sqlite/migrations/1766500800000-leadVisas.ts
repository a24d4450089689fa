import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stores which visa a country leads with, and which visas only allow transit. */
export class LeadVisas1766500800000 implements MigrationInterface {
  name = "LeadVisas1766500800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_country ADD COLUMN "leadVisaUrl" text`);
    await runner.query(`ALTER TABLE visa ADD COLUMN "isTransit" boolean NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa DROP COLUMN "isTransit"`);
    await runner.query(`ALTER TABLE visa_country DROP COLUMN "leadVisaUrl"`);
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

/** The state of each required document of an applicant. */
export class RequiredDocuments1764001200000 implements MigrationInterface {
  name = "RequiredDocuments1764001200000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_applicant ADD COLUMN "requiredDocumentsSealed" text`);
  }

  async down(): Promise<void> {
    throw new Error("A column that rows stand in is not taken back: restore a backup instead");
  }
}

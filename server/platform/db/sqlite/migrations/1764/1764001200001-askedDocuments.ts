import type { MigrationInterface, QueryRunner } from "typeorm";

/** The required documents that a correction asks for. */
export class AskedDocuments1764001200001 implements MigrationInterface {
  name = "AskedDocuments1764001200001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE applicant_correction ADD COLUMN "documentName" text`);
  }

  async down(): Promise<void> {
    throw new Error("A column that rows stand in is not taken back: restore a backup instead");
  }
}

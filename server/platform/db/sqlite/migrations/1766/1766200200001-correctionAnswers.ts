import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stores a field's value before and after a correction, and whether the traveller confirmed it unchanged. */
export class CorrectionAnswers1766200200001 implements MigrationInterface {
  name = "CorrectionAnswers1766200200001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE applicant_correction ADD COLUMN "answerSealed" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE applicant_correction DROP COLUMN "answerSealed"`);
  }
}

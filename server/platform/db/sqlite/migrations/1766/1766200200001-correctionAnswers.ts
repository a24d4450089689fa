import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a field was before and after its correction, and whether the traveller says that it is right as it is. */
export class CorrectionAnswers1766200200001 implements MigrationInterface {
  name = "CorrectionAnswers1766200200001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE applicant_correction ADD COLUMN "answerSealed" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE applicant_correction DROP COLUMN "answerSealed"`);
  }
}

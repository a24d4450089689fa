import type { MigrationInterface, QueryRunner } from "typeorm";

/** Existing files were never scanned. */
export class ScanState1763800100000 implements MigrationInterface {
  name = "ScanState1763800100000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE stored_file ADD COLUMN "scanState" text NOT NULL DEFAULT 'UNSCANNED'
       CHECK ("scanState" IN ('UNSCANNED', 'CLEAN'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE stored_file DROP COLUMN "scanState"`);
  }
}

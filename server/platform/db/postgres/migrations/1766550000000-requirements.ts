import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stores requirements as data, and those that an application began with. */
export class Requirements1766550000000 implements MigrationInterface {
  name = "Requirements1766550000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_document ADD COLUMN requirement text COLLATE "C"`);
    await runner.query(
      `CREATE TABLE requirement_list (
        "requirementListId" text COLLATE "C" PRIMARY KEY NOT NULL, requirements text COLLATE "C" NOT NULL)`,
    );
    await runner.query(`ALTER TABLE visa_request ADD COLUMN "requirementListId" text COLLATE "C"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_request DROP COLUMN "requirementListId"`);
    await runner.query("DROP TABLE requirement_list");
    await runner.query("ALTER TABLE visa_document DROP COLUMN requirement");
  }
}

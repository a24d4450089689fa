import type { MigrationInterface, QueryRunner } from "typeorm";

/** Counts the wishes of visitors for countries that are not offered. */
export class CountryWishes1766500800001 implements MigrationInterface {
  name = "CountryWishes1766500800001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE country_wish (
        "flagSrc" text NOT NULL, day text NOT NULL, wishes integer NOT NULL CHECK (wishes > 0),
        PRIMARY KEY ("flagSrc", day))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE country_wish");
  }
}

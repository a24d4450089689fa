import type { MigrationInterface, QueryRunner } from "typeorm";

/** Other names that a country is found by; `npm run seed` fills them where the catalogue is there already. */
export class CountryAliases1764000800000 implements MigrationInterface {
  name = "CountryAliases1764000800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_country ADD COLUMN aliases text NOT NULL DEFAULT '[]'`);
  }

  async down(): Promise<void> {
    throw new Error("A column that rows stand in is not taken back: restore a backup instead");
  }
}

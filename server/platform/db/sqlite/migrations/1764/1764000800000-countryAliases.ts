import type { MigrationInterface, QueryRunner } from "typeorm";

/** Alternative names of countries for search; `npm run seed` fills them for an existing catalogue. */
export class CountryAliases1764000800000 implements MigrationInterface {
  name = "CountryAliases1764000800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE visa_country ADD COLUMN aliases text NOT NULL DEFAULT '[]'`);
  }

  async down(): Promise<void> {
    throw new Error("A column that rows stand in is not taken back: restore a backup instead");
  }
}

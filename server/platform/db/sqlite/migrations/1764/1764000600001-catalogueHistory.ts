import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Beside the one that keeps what is in a row.
  `CREATE TRIGGER catalogue_change_is_kept BEFORE DELETE ON catalogue_change
   BEGIN SELECT RAISE(ABORT, 'a change of the catalogue is kept'); END`,
];

/** What staff changed in the catalogue cannot be deleted. */
export class CatalogueHistory1764000600001 implements MigrationInterface {
  name = "CatalogueHistory1764000600001";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER catalogue_change_is_kept`);
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Complements the trigger that prevents updates.
  `CREATE TRIGGER catalogue_change_is_kept BEFORE DELETE ON catalogue_change
   BEGIN SELECT RAISE(ABORT, 'a change of the catalogue is kept'); END`,
];

/** Prevents deletion of the catalogue history. */
export class CatalogueHistory1764000600001 implements MigrationInterface {
  name = "CatalogueHistory1764000600001";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER catalogue_change_is_kept`);
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE visa_country ADD COLUMN version integer NOT NULL DEFAULT 1`,
  `ALTER TABLE visa ADD COLUMN version integer NOT NULL DEFAULT 1`,
  `CREATE TABLE catalogue_change (
    "catalogueChangeId" integer PRIMARY KEY AUTOINCREMENT, at text NOT NULL,
    "staffId" text NOT NULL REFERENCES user_account ("userId"),
    "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    "visaId" text REFERENCES visa ("visaId"), fields text NOT NULL)`,
  `CREATE INDEX catalogue_change_by_country ON catalogue_change ("visaCountryId", "catalogueChangeId")`,
  `CREATE INDEX catalogue_change_by_visa ON catalogue_change ("visaId", "catalogueChangeId")`,
  // The history is append-only.
  `CREATE TRIGGER catalogue_change_stays BEFORE UPDATE ON catalogue_change
   BEGIN SELECT RAISE(ABORT, 'a change of the catalogue is written once'); END`,
];

/** The history of catalogue changes, and versions that detect concurrent edits. */
export class CatalogueCare1763900500000 implements MigrationInterface {
  name = "CatalogueCare1763900500000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("What staff changed is not taken back: restore a backup instead");
  }
}

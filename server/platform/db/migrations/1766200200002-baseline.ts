import type { MigrationInterface, QueryRunner } from "typeorm";
import { BadSetting } from "../../../core/errors";
import { indexes } from "./baseline/indexes";
import { isPostgres, runStatements } from "./migration";
import { postgresTriggers } from "./baseline/postgresTriggers";
import { sqliteTriggers } from "./baseline/sqliteTriggers";
import { tables } from "./baseline/tables";

/** The PostgreSQL migrations that the baseline replaces. SQLite's list of migrations ended with the same one. */
export const replacedMigrations = [
  "FirstTables1766000000000",
  "Guards1766000000001",
  "CallLimits1766000000002",
  "ApprovalMembers1766100000000",
  "SealedComments1766100000001",
  "VisaApprovals1766100000002",
  "DocumentReminders1766200200000",
  "CorrectionAnswers1766200200001",
];

/** Removes the defaults, which SQLite once needed to add columns to tables with rows. */
const withoutDefaults = (table: string) => table.replace(/ DEFAULT (\d+|'[^']*')/g, "");

/** Creates the whole schema, unless the earlier migrations have already done so. */
export class Baseline1766200200002 implements MigrationInterface {
  name = "Baseline1766200200002";

  async up(runner: QueryRunner): Promise<void> {
    const applied = await runner.manager.query<{ name: string }[]>("SELECT name FROM migration");
    if (applied.some(({ name }) => name === replacedMigrations.at(-1))) return;
    if (applied.length > 0)
      throw new BadSetting(
        `Setting ${isPostgres(runner) ? "DATABASE_URL" : "DATA_DIR"}: the database in it is too old for this ` +
          "version. Start it once with a version of November 2026, which updates it",
      );
    await runStatements(runner, (engine) =>
      engine === "postgres"
        ? [...tables.map(withoutDefaults), ...indexes, ...postgresTriggers]
        : [...tables, ...indexes, ...sqliteTriggers],
    );
  }

  async down(): Promise<void> {
    throw new Error("Nothing precedes the baseline");
  }
}

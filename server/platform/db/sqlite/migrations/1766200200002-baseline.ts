import type { MigrationInterface, QueryRunner } from "typeorm";
import { BadSetting } from "../../../../core/errors";
import { indexes, triggers } from "./guards";
import { tables } from "./tables";

/** The last of the migrations that the baseline replaces. */
const lastReplaced = "CorrectionAnswers1766200200001";

/** The whole schema. A database that the earlier migrations have updated has it already. */
export class Baseline1766200200002 implements MigrationInterface {
  name = "Baseline1766200200002";

  async up(runner: QueryRunner): Promise<void> {
    const applied = await runner.manager.query<{ name: string }[]>("SELECT name FROM migration");
    if (applied.some(({ name }) => name === lastReplaced)) return;
    if (applied.length > 0)
      throw new BadSetting(
        "Setting DATA_DIR: the database in it is too old for this version. Start it once with a version of " +
          "November 2026, which updates it",
      );
    for (const statement of [...tables, ...indexes, ...triggers]) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Nothing precedes the baseline");
  }
}

import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { toPostgres } from "../postgres/portability";
import { isPostgres } from "./migration";

/** Columns with phone numbers, the primary keys of their tables, and whether the columns have a unique constraint. */
const columns = [
  { table: "user_account", key: "userId", column: "phoneNumber", isUnique: true },
  { table: "user_account", key: "userId", column: "formerNumber", isUnique: false },
  { table: "staff_member", key: "staffMemberId", column: "phoneNumber", isUnique: true },
  { table: "visa_request", key: "visaRequestId", column: "mobile", isUnique: false },
];

/**
 * Normalises foreign phone numbers that were typed with the national prefix 0, such as +330612345678. Leaves invalid
 * numbers unchanged, because no code can have reached them.
 */
export class CanonicalNumbers1766770000000 implements MigrationInterface {
  name = "CanonicalNumbers1766770000000";

  async up(runner: QueryRunner): Promise<void> {
    const ask = (sql: string, values: string[] = []) =>
      runner.query(isPostgres(runner) ? toPostgres(sql) : sql, values) as Promise<Record<string, string>[]>;
    for (const { table, key, column, isUnique } of columns) {
      const rows = await ask(
        `SELECT "${key}" AS id, "${column}" AS typed FROM ${table}
         WHERE "${column}" LIKE '+%' AND "${column}" NOT LIKE '+91%' ORDER BY "${key}"`,
      );
      for (const { id, typed } of rows as { id: string; typed: string }[]) {
        const number = parsePhoneNumberFromString(typed);
        if (!number?.isValid() || number.number === typed) continue;
        const taken =
          isUnique && (await ask(`SELECT 1 FROM ${table} WHERE "${column}" = ?`, [number.number])).length > 0;
        if (!taken) await ask(`UPDATE ${table} SET "${column}" = ? WHERE "${key}" = ?`, [number.number, id]);
        // The person has two accounts. The one whose number has the prefix becomes the number's older account.
        else if (table === "user_account")
          await ask(
            `UPDATE user_account SET "phoneNumber" = 'aside:' || "userId", "formerNumber" = ? WHERE "userId" = ?`,
            [number.number, id],
          );
      }
    }
  }

  async down(): Promise<void> {
    throw new Error("The numbers as typed are not stored");
  }
}

import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { toPostgres } from "../postgres/portability";
import { isPostgres } from "./migration";

/** Columns with numbers, the key of their tables, and whether a number may be there once only. */
const columns = [
  { table: "user_account", key: "userId", column: "phoneNumber", isUnique: true },
  { table: "user_account", key: "userId", column: "formerNumber", isUnique: false },
  { table: "staff_member", key: "staffMemberId", column: "phoneNumber", isUnique: true },
  { table: "visa_request", key: "visaRequestId", column: "mobile", isUnique: false },
];

/**
 * Foreign numbers that were typed with the 0 of calls within the country, such as +330612345678, get the form that has
 * one number once. Numbers that no country has stay as they are: no code ever arrived there.
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
        // The person has two accounts: the one with this form becomes the older account of the number.
        else if (table === "user_account")
          await ask(
            `UPDATE user_account SET "phoneNumber" = 'aside:' || "userId", "formerNumber" = ? WHERE "userId" = ?`,
            [number.number, id],
          );
      }
    }
  }

  async down(): Promise<void> {
    throw new Error("The forms that were typed are not stored");
  }
}

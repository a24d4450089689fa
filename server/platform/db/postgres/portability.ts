/** Statements and values as on SQLite. Tests use it too, so it does not load TypeORM. */
import pg from "pg";

/**
 * Type ids in PostgreSQL of values that fit JavaScript numbers: counts, sums and amounts are far below 2^53.
 */
const int8 = 20;
const numeric = 1700;
export const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 || oid === numeric
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

/** PostgreSQL text by portable text; bounded, because all statements are in the code. */
const translated = new Map<string, string>();

/**
 * Converts a portable statement to PostgreSQL: `$1` for the first `?`, its names of the functions in `nestRows`, and
 * no index hints, which only SQLite needs.
 */
export function toPostgres(sql: string): string {
  const known = translated.get(sql);
  if (known !== undefined) return known;
  let place = 0;
  const text = sql
    .replace(/ INDEXED BY \w+/g, "")
    .replace(/\bjson_group_array\(/g, "json_agg(")
    .replace(/\bjson_object\(/g, "json_build_object(")
    .replace(/\?/g, () => `$${++place}`);
  translated.set(sql, text);
  return text;
}

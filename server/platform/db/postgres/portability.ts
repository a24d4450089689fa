/** Converts statements to PostgreSQL. Does not load the driver, because migrations use this file on both engines. */

/** The PostgreSQL text of each portable text. Its size is bounded, because all statements are in the code. */
const translated = new Map<string, string>();

/**
 * Converts a portable statement to PostgreSQL: `$1` for the first `?`, PostgreSQL's names for the functions in
 * `nestRows`, and no index hints, which only SQLite needs.
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

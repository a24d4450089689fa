/**
 * Selects related rows as one JSON column, so that a single statement loads objects with their children. Each statement
 * costs a thread switch on SQLite and a round trip on PostgreSQL, which take longer than reading the rows.
 */
import { getMetadataArgsStorage } from "typeorm";
import { tableName } from "./entityQueries";

/**
 * Returns the SQL of the column; `condition` relates the rows to the outer statement. Decode the column with
 * `openNested`.
 */
export function nestRows(
  entity: new () => object,
  { condition, orderBy }: { condition: string; orderBy: string },
): string {
  const fields = getMetadataArgsStorage()
    .filterColumns([entity, Object.getPrototypeOf(entity) as typeof entity])
    .map(({ propertyName }) => `'${propertyName}', "${propertyName}"`);
  return `(SELECT CAST(json_group_array(json_object(${fields.join(", ")}) ORDER BY ${orderBy}) AS TEXT)
    FROM ${tableName(entity)} WHERE ${condition})`;
}

/** Decodes a JSON column of rows. PostgreSQL returns null instead of an empty list. */
export function openNested<Row>(json: string | null): Row[] {
  return json === null ? [] : (JSON.parse(json) as Row[]);
}

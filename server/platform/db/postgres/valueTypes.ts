/** Converts values to SQLite's types. Tests use it too, so it does not load TypeORM. */
import pg from "pg";

/** PostgreSQL's ids of types that are read as numbers: counts, sums and amounts are far below 2^53. */
const int8 = 20;
const numeric = 1700;
export const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 || oid === numeric
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

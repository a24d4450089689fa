/** Converts PostgreSQL's values to the types that SQLite returns. Does not load TypeORM, because tests use it too. */
import pg from "pg";

/** PostgreSQL's ids of the types that are read as numbers, because counts, sums and amounts are far below 2^53. */
const int8 = 20;
const numeric = 1700;
export const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 || oid === numeric
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

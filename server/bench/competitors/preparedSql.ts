import sqlite3 from "sqlite3";
import type { UserEntity } from "../../modules/user/user.entity";

type Values = readonly (string | number | null)[];

/** With these pragmas, acknowledged data is on disk and deleted data is overwritten, as in the product. */
export const writerPragmas = ["PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON"];

/**
 * The owner of a new application and all values that the checks need, read in one statement, because each statement
 * costs a thread switch.
 */
export interface Owner extends UserEntity {
  /** Number of the owner's unpaid applications. */
  openCount: number;
  /** Head of the audit log. */
  head: string;
}

const owners = `SELECT user_account.*,
    (SELECT COUNT(*) FROM visa_request open WHERE open."userId" = user_account."userId"
     AND "visaRequestStatus" = 'PENDING' AND "paymentStatus" <> 'PAID') AS "openCount",
    (SELECT value FROM setting WHERE name = 'audit-head') AS head
  FROM user_account`;

/** The queries of the two stores that use prepared statements. */
export const sqlByOperation = {
  session: `SELECT * FROM session WHERE "sessionId" = ? AND "userId" = ?`,
  owner: `${owners} WHERE "userId" = ?`,
  /** The statement's parameter is a JSON array of ids. */
  owners: `${owners} WHERE "userId" IN (SELECT value FROM json_each(?))`,
  saveHead: `UPDATE setting SET value = ? WHERE name = 'audit-head'`,
};

/** A promise wrapper for the driver's callbacks. */
export class PreparedSql {
  readonly #db: sqlite3.Database;

  private constructor(db: sqlite3.Database) {
    this.#db = db;
  }

  static async open(file: string, pragmas: readonly string[]): Promise<PreparedSql> {
    const db = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
    });
    const connection = new PreparedSql(db);
    for (const pragma of [
      "PRAGMA journal_mode=WAL",
      "PRAGMA busy_timeout=5000",
      "PRAGMA cache_size=-32768",
      ...pragmas,
    ])
      await connection.all(pragma)([]);
    return connection;
  }

  /** Uses `all`, because `get` leaves the statement open, and its connection then sees no newer data. */
  one<Row>(sql: string): (values: Values) => Promise<Row | undefined> {
    const all = this.all<Row>(sql);
    return async (values) => (await all(values))[0];
  }

  all<Row>(sql: string): (values: Values) => Promise<Row[]> {
    const statement = this.#db.prepare(sql);
    return (values) =>
      new Promise((resolve, reject) =>
        statement.all<Row>(values, (error, rows) => (error ? reject(error) : resolve(rows))),
      );
  }

  run(sql: string): (values: Values) => Promise<void> {
    const statement = this.#db.prepare(sql);
    return (values) =>
      new Promise((resolve, reject) => statement.run(values, (error) => (error ? reject(error) : resolve())));
  }

  /** Inserts rows with a statement that is prepared for the columns of the first row. */
  insert<Row extends object>(table: string): (row: Row) => Promise<void> {
    let run: ((values: Values) => Promise<void>) | undefined;
    return (row) => {
      const columns = Object.keys(row);
      run ??= this.run(
        `INSERT INTO ${table} ("${columns.join('", "')}") VALUES (${columns.map(() => "?").join(", ")})`,
      );
      return run(Object.values(row) as Values);
    };
  }

  /** Inserts any number of rows with one statement, as JSON. */
  insertAll<Row extends object>(table: string): (rows: readonly Row[]) => Promise<void> {
    let run: ((values: Values) => Promise<void>) | undefined;
    return (rows) => {
      const columns = Object.keys(rows[0]!);
      const values = columns.map((_column, index) => `value ->> ${index}`);
      run ??= this.run(
        `INSERT INTO ${table} ("${columns.join('", "')}") SELECT ${values.join(", ")} FROM json_each(?)`,
      );
      return run([JSON.stringify(rows.map((row) => Object.values(row) as unknown))]);
    };
  }
}

/**
 * Loaded by `node --import` before the server on SQLite: while lose-commits.txt is in the data folder, COMMIT
 * of a transaction that stores files is executed and then reported as a disk error.
 */
import { existsSync } from "node:fs";
import sqlite3 from "sqlite3";

const file = `${process.env.DATA_DIR}/lose-commits.txt`;
/** Connections whose open transaction stores files. */
const storing = new WeakSet();

for (const method of ["run", "all"]) {
  const execute = sqlite3.Database.prototype[method];
  sqlite3.Database.prototype[method] = function (sql, ...given) {
    if (/^INSERT INTO "?stored_file/i.test(sql)) storing.add(this);
    if (sql === "COMMIT" && storing.delete(this) && existsSync(file)) {
      const answer = given.pop();
      const lost = Object.assign(new Error("SQLITE_IOERR: disk I/O error"), {
        code: "SQLITE_IOERR",
        errno: 10,
      });
      given.push((error) => answer(error ?? lost));
    }
    return execute.call(this, sql, ...given);
  };
}

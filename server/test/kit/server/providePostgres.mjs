/**
 * The first step of `npm run test:postgres`: ensures that this machine has the binaries of a PostgreSQL server and of
 * PgBouncer. Does not start, stop or change servers.
 */
import { findPgBouncer } from "../../processes/kit/pgbouncer.mjs";
import { findPostgres } from "./postgresServer.mjs";
import { installPackages } from "../installPackages.mjs";

const howToGetIt =
  "Install PgBouncer, and PostgreSQL 15 or later or set POSTGRES_BIN to the folder of its initdb. Then run the command again.";
const areThere = () => findPostgres() && findPgBouncer();

if (!areThere())
  installPackages("a PostgreSQL server and PgBouncer for the tests", ["postgresql", "pgbouncer"]);
if (!areThere()) {
  console.error(`No PostgreSQL and PgBouncer for the tests. ${howToGetIt}`);
  process.exit(1);
}
console.log(`Tests on PostgreSQL run with ${findPostgres()}`);

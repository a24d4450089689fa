/**
 * The first step of `npm run test:postgres`: ensures that this machine has the binaries of a PostgreSQL
 * server. Starts nothing, and leaves existing servers alone.
 */
import { findPostgres } from "./postgresServer.mjs";
import { installPackages } from "../installPackages.mjs";

const howToGetIt =
  "Install PostgreSQL 15 or later, or set POSTGRES_BIN to the folder of its initdb, and run the command again.";

if (!findPostgres()) installPackages("a PostgreSQL server for the tests", ["postgresql"]);
if (!findPostgres()) {
  console.error(`No PostgreSQL for the tests. ${howToGetIt}`);
  process.exit(1);
}
console.log(`Tests on PostgreSQL run with ${findPostgres()}`);

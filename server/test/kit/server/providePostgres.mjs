/**
 * The first step of `npm run test:postgres`: ensures that this machine has the binaries of a PostgreSQL
 * server. Starts nothing, and leaves existing servers alone.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findPostgres } from "./postgresServer.mjs";

const packages = "/usr/bin/apt-get";
const howToGetIt =
  "Install PostgreSQL 15 or later, or set POSTGRES_BIN to the folder of its initdb, and run the command again.";

if (!findPostgres() && process.getuid?.() === 0 && existsSync(packages)) {
  console.log("The tests on PostgreSQL need its server, and none was found on this machine.");
  console.log("Going to install the system's package postgresql (apt-get install).");
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = (...given) => execFileSync(packages, given, { stdio: "inherit", env: environment });
  install("update");
  install("install", "--yes", "--no-install-recommends", "postgresql");
}
if (!findPostgres()) {
  console.error(`No PostgreSQL for the tests. ${howToGetIt}`);
  process.exit(1);
}
console.log(`Tests on PostgreSQL run with ${findPostgres()}`);

/**
 * Which database the servers of a run have: SQLite's file in their folder, or, with `TEST_DATABASE=postgres`, one each in a
 * PostgreSQL server of the run's own, whose address `TEST_POSTGRES` holds once it has been started.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "./postgresServer.mjs";

/** Beside the folder, so that whoever has the folder finds the database: the tests, and a server that starts there again. */
const noteOf = (dataDir) => `${dataDir}-database-url`;

/** Starts the server of the run where it needs one; it is ended with `stopDatabases`. */
export default async function startDatabases() {
  if (globalThis.testPostgres) return;
  globalThis.testPostgres = startPostgres();
  process.env.TEST_POSTGRES = (await globalThis.testPostgres).urlOf("postgres");
}

export async function stopDatabases() {
  await (await globalThis.testPostgres)?.stop();
  globalThis.testPostgres = undefined;
}

/** The settings that give a server of that folder its database: the one that it had, or a new one. */
export async function databaseSettings(dataDir) {
  const server = process.env.TEST_POSTGRES;
  if (!server) return {};
  const url = findDatabaseUrl(dataDir) ?? (await newDatabase());
  writeFileSync(noteOf(dataDir), url);
  return { DATABASE_URL: url };
}

/** The settings of the database that a folder has already. */
export function knownDatabase(dataDir) {
  const url = findDatabaseUrl(dataDir);
  return url ? { DATABASE_URL: url } : {};
}

/** The address of a folder's database; undefined where it is the file in it. */
export function findDatabaseUrl(dataDir) {
  return existsSync(noteOf(dataDir)) ? readFileSync(noteOf(dataDir), "utf8") : undefined;
}

/** Gives the folder `to` a copy of the database of `from`, where no server runs. */
export async function copyDatabase(from, to) {
  const url = findDatabaseUrl(from);
  if (!url) return copyFile(join(from, "portal.sqlite"), join(to, "portal.sqlite"));
  writeFileSync(noteOf(to), await newDatabase(new URL(url).pathname.slice(1)));
}

/** A database in the server of the run, empty or as the template is; its address. */
export async function newDatabase(template) {
  const server = process.env.TEST_POSTGRES;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ""}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

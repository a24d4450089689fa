/**
 * The databases of a run's servers: a SQLite file in each data folder or, with `TEST_DATABASE=postgres`, a database
 * for each server in the run's PostgreSQL server, whose URL is in `TEST_POSTGRES`. `testBucket.mjs` manages their
 * files.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPostgres } from "./postgresServer.mjs";
import { bucketSettings } from "../standIns/testBucket.mjs";

/** Secrets for servers with PostgreSQL, which do not generate any. */
export const secrets = {
  JWT_SECRET: "a secret of the tests' processes".padEnd(48, "."),
  DATA_KEY: "a data key of the tests' processes".padEnd(48, "."),
};

/** Returns the path of the file with the URL of a folder's database, in which tests and restarted servers find it. */
const noteOf = (dataDir) => `${dataDir}-database-url`;

/** Starts the run's PostgreSQL server; `stopDatabases` stops it. */
export default async function startDatabases() {
  if (globalThis.testPostgres) return;
  globalThis.testPostgres = startPostgres();
  process.env.TEST_POSTGRES = (await globalThis.testPostgres).urlOf("postgres");
}

export async function stopDatabases() {
  await (await globalThis.testPostgres)?.stop();
  globalThis.testPostgres = undefined;
}

/** Creates a data folder, with a copy of the database in the folder `TEST_TEMPLATE` if the run has one. */
export async function createDataDir(prefix) {
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const { TEST_TEMPLATE } = process.env;
  if (TEST_TEMPLATE) await copyDatabase(TEST_TEMPLATE, dataDir);
  return dataDir;
}

/** Removes the rows that depend on the folder's keys, so that servers on copies can have other keys. */
export async function forgetKeys(dataDir) {
  const sql = `DELETE FROM setting WHERE name IN ('key-check', 'audit-key', 'audit-head')`;
  const url = findDatabaseUrl(dataDir);
  if (url) {
    const { default: pg } = await import("pg");
    const client = new pg.Client(url);
    await client.connect();
    await client.query(sql);
    return client.end();
  }
  const { default: sqlite } = await import("sqlite3");
  const db = new sqlite.Database(join(dataDir, "portal.sqlite"));
  await promisify(db.run.bind(db))(sql);
  return promisify(db.close.bind(db))();
}

/** Returns the database settings for a folder's server: the existing database, or a new one. */
export async function databaseSettings(dataDir) {
  const server = process.env.TEST_POSTGRES;
  if (!server) return {};
  const url = findDatabaseUrl(dataDir) ?? (await newDatabase());
  writeFileSync(noteOf(dataDir), url);
  return { DATABASE_URL: url, ...secrets };
}

/** Returns the database and file settings for a folder's server. */
export async function storageSettings(dataDir) {
  return { ...(await databaseSettings(dataDir)), ...bucketSettings(dataDir) };
}

/** Returns the settings of a folder's PostgreSQL database and of its files; none if the database is SQLite. */
export function knownStorage(dataDir) {
  const url = findDatabaseUrl(dataDir);
  return url ? { DATABASE_URL: url, ...secrets, ...bucketSettings(dataDir) } : {};
}

/** Returns the data key of a folder's server: the tests' key on PostgreSQL, the generated key on SQLite. */
export function readDataKey(dataDir) {
  if (findDatabaseUrl(dataDir)) return secrets.DATA_KEY;
  return readFileSync(join(dataDir, "keys", "data-key"), "utf8").trim();
}

/** Returns the URL of a folder's database; undefined if it is the SQLite file in the folder. */
export function findDatabaseUrl(dataDir) {
  return existsSync(noteOf(dataDir)) ? readFileSync(noteOf(dataDir), "utf8") : undefined;
}

/** Copies the database of folder `from` to folder `to`; no server may run on `from`. */
export async function copyDatabase(from, to) {
  const url = findDatabaseUrl(from);
  if (!url) return copyFile(join(from, "portal.sqlite"), join(to, "portal.sqlite"));
  writeFileSync(noteOf(to), await newDatabase(new URL(url).pathname.slice(1)));
}

/** Creates a database in the run's server, empty or as a copy of the template; returns its URL. */
export async function newDatabase(template) {
  const server = process.env.TEST_POSTGRES;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const { default: pg } = await import("pg");
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ""}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

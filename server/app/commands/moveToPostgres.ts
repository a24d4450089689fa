/**
 * `npm run move-to-postgres`: moves the SQLite database of `DATA_DIR` to `DATABASE_URL`, and its files to `FILES` if
 * that is set. The data folder is not changed. No server may run on either side.
 */
import "reflect-metadata";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DataSource } from "typeorm";
import { BadSetting } from "../../core/errors";
import { walkFiles } from "../../modules/file/file.reads";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { assertDataOpens } from "../../platform/db/dataKeyCheck";
import { queryRows } from "../../platform/db/rowSource";
import { lockDataDir } from "../../platform/db/sqlite/dataDirLock";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { readConfig, type Config } from "../config";
import { entities } from "../entities";
import { moveFiles } from "../move/moveFiles";
import { isMoved, moveRows, openTarget } from "../move/moveRows";
import { openObjectStore } from "../openObjectStore";
import { listLost } from "./listLost";
import { readArguments, runCommand } from "./runCommand";

runCommand(async () => {
  readArguments("Usage: npm run move-to-postgres", {});
  const config = readConfig();
  const file = join(config.dataDir, "portal.sqlite");
  if (config.database.engine !== "postgres")
    throw new BadSetting("Setting DATABASE_URL: must begin with postgres://");
  if (!existsSync(file)) throw new BadSetting("Setting DATA_DIR: there is no database in it");
  const lock = await lockDataDir(config.dataDir, 1_000);
  try {
    const source = await openSource(file, config);
    try {
      const target = await openTarget(config.database, entities);
      try {
        await move(source, target, config);
      } finally {
        await target.destroy();
      }
    } finally {
      await source.destroy();
    }
  } finally {
    await lock.release();
  }
});

async function move(source: DataSource, target: DataSource, config: Config): Promise<void> {
  const isDone = await isMoved(source, target);
  if (config.bucket) await sendFiles(source, config);
  if (isDone) console.log("All rows had been moved by an earlier run.");
  else
    await moveRows(source, target, ({ table, rows, hash }) =>
      console.log(`${table}: ${rows} rows, equal on both sides, SHA-256 ${hash}`),
    );
  console.log(
    "Moved. Start the servers with the same DATA_KEY and JWT_SECRET. Before that, npm run restore -- --check opens every " +
      "file.",
  );
}

async function sendFiles(source: DataSource, config: Config): Promise<void> {
  const { sent, present, missing } = await moveFiles(
    walkFiles(source.manager),
    await openObjectStore({ ...config, bucket: undefined }),
    await openObjectStore(config),
    (done) => done % 1_024 === 0 && console.log(`files: ${done}`),
  );
  console.log(`files: ${sent} sent, ${present} already there, ${missing.length} lost`);
  if (missing.length > 0) console.error(`Lost before the move:${listLost(missing)}`);
}

/** Locks the database against commands that write. Throws `BadSetting`. */
async function openSource(file: string, { dataKey, dataKeyPrevious }: Config): Promise<DataSource> {
  const source = await makeDataSource(file, entities).initialize();
  try {
    await queryRows(source, "BEGIN IMMEDIATE").catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
      throw new BadSetting("Setting DATA_DIR: another command is writing to the database in it");
    });
    const [last] = await queryRows<{ name: string }>(
      source,
      "SELECT name FROM migration ORDER BY timestamp DESC LIMIT 1",
    );
    if (last?.name !== source.migrations.at(-1)?.name)
      throw new BadSetting(
        "Setting DATA_DIR: the database in it is of another version; start this version on it once",
      );
    await assertDataOpens(source.manager, new KeyRing(dataKey, dataKeyPrevious));
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

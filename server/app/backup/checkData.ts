import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { EncryptedFileStore } from "../../platform/adapters/fileStore/encryptedFileStore";
import { assertDataOpens } from "../../platform/db/dataKeyCheck";
import { openDatabase } from "../../platform/db/openDatabase";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { makeLog } from "../../platform/process/log";
import type { Config } from "../config";
import { entities } from "../entities";
import { openObjectStore } from "../openObjectStore";
import { checkFiles } from "./checkFiles";

/**
 * Checks the configured database and file store, for example after they were restored with the tools of
 * PostgreSQL and of the bucket. Throws `BadSetting`.
 */
export async function checkData(
  config: Pick<Config, "database" | "dataDir" | "bucket" | "dataKey" | "dataKeyPrevious">,
): Promise<{ rows: Record<string, number>; files: number; faults: string[] }> {
  const keys = new KeyRing(config.dataKey, config.dataKeyPrevious);
  const db = await openDatabase(config.database, entities, makeLog("warn"));
  try {
    await assertDataOpens(db.read, keys);
    const tables = db.read.connection.entityMetadatas.map(({ tableName }) => tableName);
    const store = new EncryptedFileStore(await openObjectStore(config), keys);
    return { rows: await countRows(db.rows, tables), ...(await checkFiles(db.rows, store)) };
  } finally {
    await db.close();
  }
}

/** Returns the number of rows by table. */
export async function countRows(db: RowSource, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table] = (await findRow<{ count: number }>(db, `SELECT count(*) AS count FROM "${table}"`))!.count;
  return counts;
}

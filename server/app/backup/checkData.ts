import { BadSetting } from "../../core/errors";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { EncryptedFileStore } from "../../platform/adapters/fileStore/encryptedFileStore";
import { canDecryptData } from "../../platform/db/dataKeyCheck";
import { openDatabase } from "../../platform/db/openDatabase";
import { findRow } from "../../platform/db/rowSource";
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
    if (!(await canDecryptData(db.read, keys)))
      throw new BadSetting("Setting DATA_KEY: does not open the data that is there");
    const rows: Record<string, number> = {};
    for (const { tableName } of db.read.connection.entityMetadatas)
      rows[tableName] = (await findRow<{ count: number }>(
        db.rows,
        `SELECT count(*) AS count FROM "${tableName}"`,
      ))!.count;
    return {
      rows,
      ...(await checkFiles(db.rows, new EncryptedFileStore(await openObjectStore(config), keys))),
    };
  } finally {
    await db.close();
  }
}

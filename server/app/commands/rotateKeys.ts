/**
 * `npm run keys:rotate`: re-encrypts all columns of `encryptedTables` with the current `DATA_KEY`, while the server
 * runs with it and `DATA_KEY_PREVIOUS`. The steps are in docs/operations.md.
 */
import "reflect-metadata";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { readConfig } from "../config";
import { assertDatabaseExists } from "../../platform/db/databaseSettings";
import { openDatabase } from "../../platform/db/openDatabase";
import { assertKnownKey } from "../../platform/db/dataKeyCheck";
import { BadSetting } from "../../core/errors";
import { KeyRotation } from "./KeyRotation";
import { makeLog } from "../../platform/process/log";
import { readArguments, runCommand } from "./runCommand";
import { encryptedTables } from "./encryptedTables";
import { entities } from "../entities";

async function rotate(): Promise<void> {
  const { values } = readArguments("Usage: npm run keys:rotate -- [--batch <rows>] [--pause <ms>]", {
    options: { batch: { type: "string", default: "50" }, pause: { type: "string", default: "20" } },
  });
  const pace = {
    batchRows: readNumber("--batch", values.batch, 1),
    pauseMs: readNumber("--pause", values.pause, 0),
  };
  const config = readConfig();
  assertDatabaseExists(config.database);
  const keys = new KeyRing(config.dataKey, config.dataKeyPrevious);
  const db = await openDatabase(config.database, entities, makeLog("warn"));
  try {
    await assertKnownKey(db, keys);
    const { reencrypted, unopened, removed } = await new KeyRotation(db, keys, encryptedTables).run(
      pace,
      (table, rows) => console.log(`${table}: ${rows} rows`),
    );
    const total = Object.values(reencrypted).reduce((sum, rows) => sum + rows, 0);
    if (removed.length > 0)
      console.log(`Removed, because a newer copy exists under the other key:\n${removed.join("\n")}`);
    if (unopened.length > 0) {
      console.error(`No key decrypts these, so the previous key is still needed:\n${unopened.join("\n")}`);
      process.exitCode = 1;
    } else if (total > 0 || keys.hasPrevious)
      console.log(
        `All data uses the current key (${total} rows re-encrypted). ` +
          "Now remove DATA_KEY_PREVIOUS, or keys/data-key-previous, and restart the server.",
      );
    else
      console.log(
        "All data already uses the current key. To change it, set DATA_KEY to a new key and DATA_KEY_PREVIOUS to the " +
          "current one (or rename keys/data-key to keys/data-key-previous), restart the server, and run this again.",
      );
  } finally {
    await db.close();
  }
}

function readNumber(name: string, value: string, least: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > 10_000)
    throw new BadSetting(`Option ${name}: must be a whole number from ${least} to 10000`);
  return number;
}

runCommand(rotate);

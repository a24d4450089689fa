/**
 * `npm run restore -- <archive> [--into <folder>]`: restores a backup into an empty folder and verifies it.
 * `npm run restore -- <archive> --check` only verifies the archive; without an archive, `--check` verifies the
 * configured database and file store.
 */
import "reflect-metadata";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSettings } from "../../platform/db/databaseSettings";
import { loadOrCreateSecret } from "../../platform/adapters/storedSecrets";
import { checkData } from "../backup/checkData";
import { restoreBackup, type RestoreReport } from "../backup/restoreBackup";
import { withTemporaryFolder } from "../backup/temporaryFolder";
import { readConfig, readStoredData, readStoredDataKeys } from "../config";
import { BadSetting } from "../../core/errors";
import { BadUsage, readArguments, runCommand } from "./runCommand";

const usage = "Usage: npm run restore -- <archive> [--into <folder>] | [<archive>] --check";

runCommand(async () => {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: { into: { type: "string" }, check: { type: "boolean", default: false } },
  });
  const [given, more] = positionals;
  if (more || values.into === "" || (values.check && values.into)) throw new BadUsage(usage);
  if (!given && values.check) return checkOwnData();
  if (!given) throw new BadUsage(usage);
  const archive = resolve(given);
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile())
    throw new BadSetting(`There is no archive ${archive}`);
  if (values.check) {
    const keys = readStoredDataKeys();
    // The temporary folder is next to the archive, where there is space.
    const folder = dirname(archive);
    print(
      await withTemporaryFolder(folder, "check", (into) => restoreBackup(archive, into, keys, undefined)),
    );
    console.log("The archive is complete. Nothing was restored.");
    return;
  }
  const { bucket, database, dataDir, dataKey, dataKeyPrevious, isDataKeyGenerated } = readConfig();
  if (values.into === undefined) assertInDataDir(database, dataDir);
  const into = resolve(values.into ?? dataDir);
  print(await restoreBackup(archive, into, { dataKey, dataKeyPrevious }, bucket));
  // Stores generated keys in the restored data folder, where the server looks for them.
  if (isDataKeyGenerated) {
    loadOrCreateSecret(into, "data-key", dataKey);
    if (dataKeyPrevious) loadOrCreateSecret(into, "data-key-previous", dataKeyPrevious);
  }
  console.log(`Restored into ${into}.`);
});

/** Throws if `DATABASE_URL` points elsewhere, because a server would not find the restored database. */
function assertInDataDir(database: DatabaseSettings, dataDir: string): void {
  if (database.engine !== "sqlite" || resolve(database.file) === join(dataDir, "portal.sqlite")) return;
  throw new BadSetting(
    "Setting DATABASE_URL: is not portal.sqlite in DATA_DIR, which a restore writes; use --into <folder>, and move portal.sqlite from it",
  );
}

async function checkOwnData(): Promise<void> {
  const { rows, files, faults } = await checkData(readStoredData());
  printRows(rows);
  if (faults.length === 0) console.log(`  files: ${files}, all match their rows`);
  else {
    console.error(faults.join("\n"));
    console.error(`${faults.length} of ${files} files are faulty.`);
    process.exitCode = 1;
  }
}

function print({ takenAt, rows, files, missing }: RestoreReport): void {
  console.log(`Backup of ${takenAt}`);
  printRows(rows);
  console.log(`  files: ${files}, all match their rows`);
  if (missing > 0) console.log(`  files that were lost before the backup: ${missing}`);
}

function printRows(rows: Record<string, number>): void {
  for (const [table, count] of Object.entries(rows)) console.log(`  ${table}: ${count} rows`);
}

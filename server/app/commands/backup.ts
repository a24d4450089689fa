/** `npm run backup -- <folder or file>`: an encrypted copy of the data, while the server runs. */
import "reflect-metadata";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeBackup } from "../backup/makeBackup";
import { readConfig } from "../config";
import { openObjectStore } from "../openObjectStore";
import { databaseFile } from "../../platform/db/databaseSettings";
import { listLost } from "./listLost";
import { BadUsage, readArguments, runCommand } from "./runCommand";

const usage = "Usage: npm run backup -- <folder or file>";

runCommand(async () => {
  const { positionals } = readArguments(usage, { allowPositionals: true });
  const [given, more] = positionals;
  if (!given || more) throw new BadUsage(usage);
  const target = resolve(isFolder(given) ? join(given, archiveName(new Date())) : given);
  const config = readConfig();
  const { files, missing } = await makeBackup(
    { ...config, databaseFile: databaseFile(config.database) },
    await openObjectStore(config),
    target,
  );
  const megabytes = (statSync(target).size / 1024 ** 2).toFixed(1);
  console.log(`Backed up the database and ${files} files to ${target} (${megabytes} MB).`);
  if (missing.length > 0)
    console.error(`Lost before this backup: ${missing.length} files that have rows:${listLost(missing)}`);
});

function isFolder(path: string): boolean {
  return path.endsWith("/") || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** `visaport-20261121T194500Z.backup`. */
function archiveName(at: Date): string {
  return `visaport-${at.toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;
}

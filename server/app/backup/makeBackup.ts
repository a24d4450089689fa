/**
 * `npm run backup`: writes one encrypted archive of all rows and files while the server runs. The rows are from one
 * committed state, and every file that they reference is included, unless it was already lost.
 */
import { createReadStream, existsSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack as makePack, type Pack } from "tar-stream";
import type { EntityManager } from "typeorm";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { ObjectStore } from "../../platform/adapters/fileStore/objectStore";
import { assertDataOpens } from "../../platform/db/dataKeyCheck";
import { makeDataSource, makeSnapshotSource } from "../../platform/db/sqlite/sqliteSource";
import { BadSetting } from "../../core/errors";
import { walkFiles } from "../../modules/file/file.reads";
import { gatherFiles } from "./gatherFiles";
import { databaseEntry, fileEntry, manifestEntry, Measure, sandboxEntry } from "./manifest";
import type { Manifest, ManifestEntry } from "./manifest";
import { encryptStream } from "./encryptedStream";
import { syncFolder, writeDurably } from "../../platform/adapters/fileStore/writeDurably";
import { entities } from "../entities";
import { removingAfterwards, withTemporaryFolder } from "./temporaryFolder";

export interface Source {
  dataDir: string;
  databaseFile: string;
  dataKey: string;
  dataKeyPrevious?: string;
}

/**
 * Writes the archive to a temporary name and renames it, so that `target` is always complete. Only the owner can read
 * it. Needs space in the data folder for a second copy of the database. Throws `BadSetting`, `StorageError`.
 */
export async function makeBackup(
  source: Source,
  objects: ObjectStore,
  target: string,
): Promise<{ files: number; missing: string[] }> {
  const { dataDir, dataKey } = source;
  if (existsSync(target)) throw new BadSetting(`The archive ${target} already exists`);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}`);
  await mkdir(dirname(target), { recursive: true });
  return removingAfterwards(temporary, async () => {
    const report = await withTemporaryFolder(dataDir, "backup", async (staging) => {
      const pack = makePack();
      // Prevents an unhandled error if the archive cannot be created; otherwise the stream's reader gets the error.
      pack.on("error", () => undefined);
      const endPack = (error: Error) => {
        pack.destroy(error);
        throw error;
      };
      const [filled] = await Promise.all([
        fill(pack, source, objects, join(staging, "portal.sqlite")).catch(endPack),
        writeDurably(temporary, encryptStream(pack as AsyncIterable<Buffer>, dataKey)).catch(endPack),
      ]);
      return filled;
    });
    await rename(temporary, target);
    await syncFolder(dirname(target));
    return report;
  });
}

/** Adds the files, then the database that references them, then the manifest. */
async function fill(pack: Pack, source: Source, objects: ObjectStore, snapshot: string) {
  const keys = new KeyRing(source.dataKey, source.dataKeyPrevious);
  const live = await makeDataSource(source.databaseFile, entities).initialize();
  try {
    await assertDataOpens(live.manager, keys);
    const packed = new Map<string, ManifestEntry>();
    let takenAt = "";
    const { wanted, missing } = await gatherFiles({
      listNow: () => listFileIds(live.manager),
      listOfSnapshot: async () => {
        await rm(snapshot, { force: true });
        takenAt = new Date().toISOString();
        await live.query("VACUUM INTO ?", [snapshot]);
        return listSnapshotFileIds(snapshot);
      },
      add: async (fileId) => {
        const encrypted = await objects.get(fileId);
        if (!encrypted) return false;
        const bytes = Readable.from([encrypted]);
        packed.set(fileId, await addEntry(pack, fileEntry(fileId), encrypted.length, bytes));
        return true;
      },
    });
    const entries = [...wanted].map((fileId) => packed.get(fileId)!);
    entries.push(await addFile(pack, databaseEntry, snapshot));
    // The journal is copied after the database, so that it contains every order that a row references.
    const journal = join(source.dataDir, sandboxEntry);
    if (existsSync(journal)) entries.push(await addFile(pack, sandboxEntry, journal));
    const manifest: Manifest = { format: 1, takenAt, entries, missing };
    pack.entry({ name: manifestEntry, mode: 0o600 }, JSON.stringify(manifest));
    pack.finalize();
    return { files: wanted.size, missing };
  } finally {
    await live.destroy();
  }
}

async function listFileIds(db: EntityManager): Promise<Set<string>> {
  const fileIds = new Set<string>();
  // The table is missing if the new version has not been started yet, as in a backup before an upgrade.
  const tables = await db.query<unknown[]>("SELECT 1 FROM sqlite_master WHERE name = 'kept_file'");
  for await (const { fileId } of walkFiles(db, { withKept: tables.length > 0 })) fileIds.add(fileId);
  return fileIds;
}

async function listSnapshotFileIds(snapshot: string): Promise<Set<string>> {
  const source = await makeSnapshotSource(snapshot, entities).initialize();
  try {
    return await listFileIds(source.manager);
  } finally {
    await source.destroy();
  }
}

/** Adds the file up to its current size, because the sandbox's journal may grow meanwhile. */
async function addFile(pack: Pack, name: string, path: string): Promise<ManifestEntry> {
  const { size } = await stat(path);
  const options = size > 0 ? { start: 0, end: size - 1 } : undefined;
  return addEntry(pack, name, size, createReadStream(path, options));
}

async function addEntry(pack: Pack, name: string, size: number, bytes: Readable): Promise<ManifestEntry> {
  const measure = new Measure();
  const entry = pack.entry({ name, size, mode: 0o600 });
  await pipeline(measure.pass(bytes), entry);
  return measure.describe(name);
}

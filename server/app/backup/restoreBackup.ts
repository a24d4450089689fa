/**
 * `npm run restore`: restores an archive into an empty data folder and verifies it. Nothing is moved into place in the
 * folder until every hash matches, the database is intact, and every file decrypts to the content that its row
 * describes. If files belong in a bucket, they are stored there before the verification.
 */
import { createReadStream } from "node:fs";
import { chmod, mkdir, readdir, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract as makeExtract } from "tar-stream";
import type { DataSource } from "typeorm";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { EncryptedFileStore } from "../../platform/adapters/fileStore/encryptedFileStore";
import type { ObjectStore } from "../../platform/adapters/fileStore/objectStore";
import type { S3Settings } from "../../platform/adapters/fileStore/s3ObjectStore";
import { assertDataOpens } from "../../platform/db/dataKeyCheck";
import { makeSnapshotSource } from "../../platform/db/sqlite/sqliteSource";
import { diskFolder } from "../../platform/process/ownerOnly";
import { BadSetting } from "../../core/errors";
import { walkFiles } from "../../modules/file/file.reads";
import { countRows } from "./checkData";
import { findFault } from "./checkFiles";
import { databaseEntry, manifestEntry, manifestSchema, Measure, sandboxEntry } from "./manifest";
import type { Manifest, ManifestEntry } from "./manifest";
import { BadArchive, decryptStream } from "./encryptedStream";
import { syncFolder, writeDurably } from "../../platform/adapters/fileStore/writeDurably";
import type { DataKeys } from "../secretSettings";
import { entities } from "../entities";
import { openObjectStore } from "../openObjectStore";
import { withTemporaryFolder } from "./temporaryFolder";

export interface RestoreReport {
  takenAt: string;
  /** Number of rows by table. */
  rows: Record<string, number>;
  /** Number of restored files, all decrypted and compared with their hashes. */
  files: number;
  /** Number of files that were already lost before the backup. */
  missing: number;
}

const filePattern = /^files\/([0-9a-f-]{36})$/;

/**
 * Restores `archive` into `into`, which must be empty except for `keys/` and `lost+found/`; a failure leaves it
 * unchanged. The previous key is needed if the backup was made during a rotation. Throws `BadArchive`, `BadSetting`.
 */
export async function restoreBackup(
  archive: string,
  into: string,
  { dataKey, dataKeyPrevious }: DataKeys,
  bucket: S3Settings | undefined,
): Promise<RestoreReport> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  return withTemporaryFolder(into, "restore", async (work) => {
    const own = ["keys", diskFolder, basename(work)];
    if ((await readdir(into)).some((name) => !own.includes(name)))
      throw new BadSetting(`The folder ${into} is not empty`);
    // An existing folder may be accessible to other users.
    await chmod(into, 0o700);
    const keys = new KeyRing(dataKey, dataKeyPrevious);
    const objects = await openObjectStore({ dataDir: work, bucket });
    const manifest = await unpack(archive, work, objects, dataKey);
    const report = await verify(join(work, databaseEntry), objects, keys, manifest);
    // The database is moved last, because without it the folder is not a data folder.
    const names = (await readdir(work)).filter((name) => name !== databaseEntry);
    for (const name of [...names, databaseEntry]) await rename(join(work, name), join(into, name));
    await syncFolder(into);
    return report;
  });
}

/** Extracts the entries, compares them with the manifest, and removes unlisted ones. */
async function unpack(
  archive: string,
  work: string,
  objects: ObjectStore,
  dataKey: string,
): Promise<Manifest> {
  const extract = makeExtract();
  const feeding = pipeline(Readable.from(decryptStream(createReadStream(archive), dataKey)), extract);
  // Prevents an unhandled rejection; the error is handled after the loop.
  feeding.catch(() => undefined);
  const found = new Map<string, ManifestEntry>();
  let manifest: Manifest | undefined;
  try {
    for await (const entry of extract) {
      const { name } = entry.header;
      const measure = new Measure();
      const bytes = measure.pass(entry as AsyncIterable<Buffer>);
      const fileId = filePattern.exec(name)?.[1];
      if (fileId) await objects.put(fileId, await buffer(bytes));
      else if (name === databaseEntry || name === sandboxEntry) {
        await mkdir(dirname(join(work, name)), { recursive: true, mode: 0o700 });
        await writeDurably(join(work, name), bytes);
      } else if (name === manifestEntry) manifest = await readManifest(bytes);
      else throw new BadArchive(`The archive contains an unknown entry: ${name}`);
      found.set(name, measure.describe(name));
    }
    await feeding;
  } catch (error) {
    // Prefers `BadArchive`, because it is the cause of the read error.
    throw await feeding.then(
      () => error,
      (cause: unknown) => (cause instanceof BadArchive ? cause : error),
    );
  }
  if (!manifest) throw new BadArchive("The archive has no manifest");
  found.delete(manifestEntry);
  for (const { name, size, sha256 } of manifest.entries) {
    const entry = found.get(name);
    if (entry?.size !== size || entry.sha256 !== sha256)
      throw new BadArchive(`${name} is missing from the archive, or was changed`);
    found.delete(name);
  }
  for (const name of found.keys()) await objects.delete(filePattern.exec(name)![1]!);
  return manifest;
}

async function verify(
  database: string,
  objects: ObjectStore,
  keys: KeyRing,
  { takenAt, missing }: Manifest,
): Promise<RestoreReport> {
  const source = await makeSnapshotSource(database, entities).initialize();
  try {
    const [integrity] = await source.query<{ integrity_check: string }[]>("PRAGMA integrity_check");
    if (integrity?.integrity_check !== "ok") throw new BadArchive("The database in the archive is damaged");
    const orphans = await source.query<unknown[]>("PRAGMA foreign_key_check");
    if (orphans.length > 0) throw new BadArchive("Rows in the archive's database refer to missing rows");
    await assertDataOpens(source.manager, keys, "data in the archive");
    const store = new EncryptedFileStore(objects, keys);
    const lost = new Set(missing);
    let files = 0;
    const rows = await countRows(source, await listTables(source));
    for await (const file of walkFiles(source.manager, { withKept: "kept_file" in rows })) {
      if (lost.has(file.fileId)) continue;
      const fault = await findFault(store, file);
      if (fault) throw new BadArchive(fault);
      files += 1;
    }
    return { takenAt, rows, files, missing: lost.size };
  } finally {
    await source.destroy();
  }
}

async function listTables(source: DataSource): Promise<string[]> {
  const sql =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  return (await source.query<{ name: string }[]>(sql)).map(({ name }) => name);
}

async function readManifest(bytes: AsyncIterable<Buffer>): Promise<Manifest> {
  const parsed = manifestSchema.safeParse(JSON.parse(await text(bytes)));
  if (!parsed.success) throw new BadArchive("The archive's manifest has another format");
  return parsed.data;
}

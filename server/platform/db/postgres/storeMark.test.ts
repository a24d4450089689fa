import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Like } from "typeorm";
import { entities } from "../../../app/entities";
import { StoredFileEntity } from "../../../modules/file/file.entity";
import { StoreMarkService } from "../../../modules/file/storeMark.service";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { KeyRing } from "../../adapters/crypto/keyRing";
import { DiskObjectStore } from "../../adapters/fileStore/diskObjectStore";
import { EncryptedFileStore } from "../../adapters/fileStore/encryptedFileStore";
import type { Database } from "../database";
import { SettingEntity } from "../setting.entity";
import { saveSetting } from "../settingRows";
import { SqliteDatabase } from "../sqlite/SqliteDatabase";
import { makeDataSource } from "../sqlite/sqliteSource";
import { PostgresDatabase } from "./PostgresDatabase";

/** The mark that shows to which database a file store belongs. */

const keys = new KeyRing("a data key of a test, long enough to be taken");
const settings = { database: "DATABASE_URL", store: "DATA_DIR" };
const ofAnother = "Setting DATABASE_URL: the files in DATA_DIR belong to another database";
let folder: string;
let store: EncryptedFileStore;
let opened: Database[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "store-mark-"));
  store = new EncryptedFileStore(new DiskObjectStore(join(folder, "files")), keys);
  opened = [];
});
afterEach(async () => {
  for (const db of opened) await db.close();
  await rm(folder, { recursive: true });
});

async function open(url?: string) {
  const db = url
    ? await PostgresDatabase.open({ engine: "postgres", url, pool: 4 }, entities, () => undefined)
    : await SqliteDatabase.open(join(folder, `${opened.length}.sqlite`), entities);
  opened.push(db);
  return { db, mark: new StoreMarkService({ db, store, settings }) };
}

const addFile = async () => {
  const fileId = randomUUID();
  await store.put(fileId, Buffer.from("a photo"));
  return fileId;
};

/** Inserts the row of a file into the database that is opened next. */
async function addRow(fileId: string): Promise<void> {
  const source = await makeDataSource(join(folder, `${opened.length}.sqlite`), entities).initialize();
  await source.runMigrations();
  // Allows a file's row without the row of its applicant.
  await source.query("PRAGMA foreign_keys = OFF");
  const texts = { visaApplicantId: "", imageNameSealed: "", sha256: "", wrappedKey: "", createdAt: "" };
  const kinds = { purpose: "PHOTO", contentType: "image/jpeg", scanState: "UNSCANNED" } as const;
  await source.manager.insert(StoredFileEntity, { fileId, position: 0, size: 1, ...texts, ...kinds });
  await source.destroy();
}

test("a new database claims an empty store, and can claim it again once it has files", async () => {
  const { mark } = await open();
  await mark.claim();
  await addFile();
  await mark.claim();
  expect(await mark.isClaimed()).toBe(true);
});

test("a database cannot claim files with another database's mark, even if it has a row for one of them", async () => {
  await (await open()).mark.claim();
  const before = await store.getMark();
  const fileId = await addFile();
  for (const isKnown of [false, true]) {
    if (isKnown) await addRow(fileId);
    const { mark } = await open();
    await expect(mark.claim()).rejects.toThrow(ofAnother);
    expect([await mark.isClaimed(), await store.getMark()]).toEqual([false, before]);
  }
});

test("another database can claim an empty store", async () => {
  await (await open()).mark.claim();
  const { mark } = await open();
  await mark.claim();
  expect(await mark.isClaimed()).toBe(true);
});

test("files without a mark can only be claimed by a database that has a row for one of them", async () => {
  for (let others = 0; others < 3; others++) await addFile();
  await expect((await open()).mark.claim()).rejects.toThrow(ofAnother);
  expect(await store.getMark()).toBeUndefined();
  await addRow(await addFile());
  const { mark } = await open();
  await mark.claim();
  expect(await mark.isClaimed()).toBe(true);
});

test("after a move to another database, the old one can no longer claim the files once the new one has", async () => {
  const folders = await open();
  await folders.mark.claim();
  await addFile();
  const moved = await open(await newDatabase());
  await expect(moved.mark.claim()).rejects.toThrow(ofAnother);
  const { name, value } = await folders.db.read.findOneByOrFail(SettingEntity, {
    name: Like("store-mark%"),
  });
  await moved.db.write((transaction) => saveSetting(transaction, name, value));
  await folders.mark.claim();
  await moved.mark.claim();
  expect(await moved.mark.isClaimed()).toBe(true);
  await expect(folders.mark.claim()).rejects.toThrow(ofAnother);
});

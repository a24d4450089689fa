import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { makePhoneJpeg } from "../../../test/kit/files/makeImage";
import { KeyRing } from "../crypto/keyRing";
import { DiskObjectStore } from "./diskObjectStore";
import { EncryptedFileStore } from "./encryptedFileStore";

let root: string;
let folder: string;
let store: EncryptedFileStore;
const keys = new KeyRing("a data key of more than thirty-two bytes");
const pathOf = (id: string) => join(folder, id.slice(0, 2), id);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "file-store-"));
  folder = join(root, "files");
  store = new EncryptedFileStore(new DiskObjectStore(folder), keys);
});
afterEach(() => rm(root, { recursive: true }));

describe("a stored file", () => {
  test("is returned unchanged, whether empty, small or 5 MB", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("passport Z1234567"), randomBytes(5 * 1024 * 1024)]) {
      const id = randomUUID();
      const { wrappedKey } = await store.put(id, bytes);
      expect((await store.get(id, wrappedKey)).equals(bytes)).toBe(true);
    }
  });

  test("is unreadable on disk, and its key is wrapped", async () => {
    const id = randomUUID();
    const jpeg = Buffer.concat([await makePhoneJpeg({ width: 200, height: 200 }), Buffer.from("Z1234567")]);
    const { wrappedKey } = await store.put(id, jpeg);
    const onDisk = await readFile(pathOf(id));
    for (const clear of [Buffer.from("Z1234567"), jpeg.subarray(0, 3), jpeg.subarray(100, 116)]) {
      expect(onDisk.includes(clear)).toBe(false);
    }
    expect(wrappedKey).toMatch(/^v2\.[\w-]{8}\.[\w-]{80}$/);
  });

  test("is encrypted differently each time", async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const keys = await Promise.all([one, two].map((id) => store.put(id, Buffer.from("same"))));
    expect(keys[0]!.wrappedKey).not.toBe(keys[1]!.wrappedKey);
    expect((await readFile(pathOf(one))).equals(await readFile(pathOf(two)))).toBe(false);
  });

  test("is accessible only to its owner, and no temporary file is left", async () => {
    const id = randomUUID();
    await store.put(id, Buffer.from("x"));
    expect((await stat(pathOf(id))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, id.slice(0, 2)))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, id.slice(0, 2)))).toEqual([id]);
  });
});

describe("rejects", () => {
  test.each([0, 12, 28, -1])("a file whose byte at offset %d was changed", async (at) => {
    const id = randomUUID();
    const { wrappedKey } = await store.put(id, Buffer.from("passport"));
    const bytes = await readFile(pathOf(id));
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = bytes[index]! ^ 1;
    await writeFile(pathOf(id), bytes);
    await expect(store.get(id, wrappedKey)).rejects.toThrow();
  });

  test("a file that was truncated or moved to another id, a wrong file key, and a wrong data key", async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const first = await store.put(one, Buffer.from("first"));
    const second = await store.put(two, Buffer.from("second"));
    await expect(store.get(one, second.wrappedKey)).rejects.toThrow();
    const otherKeys = new KeyRing("another data key of more than 32 bytes");
    const other = new EncryptedFileStore(new DiskObjectStore(folder), otherKeys);
    await expect(other.get(one, first.wrappedKey)).rejects.toThrow();
    await expect(store.get(one, first.wrappedKey.replace("v2.", "v3."))).rejects.toThrow("unknown format");

    await writeFile(pathOf(two), await readFile(pathOf(one)));
    await expect(store.get(two, first.wrappedKey)).rejects.toThrow();
    await writeFile(pathOf(one), "short");
    await expect(store.get(one, first.wrappedKey)).rejects.toThrow("truncated");
  });
});

test("a removed file no longer exists, and removing it again succeeds", async () => {
  const id = randomUUID();
  const { wrappedKey } = await store.put(id, Buffer.from("x"));
  await store.remove(id);
  await store.remove(id);
  await expect(store.get(id, wrappedKey)).rejects.toThrow("missing");
  expect(await readdir(join(folder, id.slice(0, 2)))).toEqual([]);
});

describe("a sweep", () => {
  /** Writes the kinds of files that a crashed process leaves behind. */
  async function leave(...names: string[]): Promise<void> {
    for (const name of names) {
      const shard = join(folder, name.replace(".tmp-", "").slice(0, 2));
      await mkdir(shard, { recursive: true });
      await writeFile(join(shard, name), "x");
    }
  }
  const all = { spareYoung: false };
  const inShard = async (shard: string) => (await readdir(join(folder, shard))).toSorted();

  test("removes only incomplete files and files without a row", async () => {
    expect(await store.sweep(async () => new Set(), all)).toEqual({ stored: 0, removed: 0, halfWritten: 0 });
    const [known, lost] = [`ab${randomUUID().slice(2)}`, `ab${randomUUID().slice(2)}`];
    await leave(known, lost, `.tmp-${lost}-0a`);
    await writeFile(join(folder, "ab", "readme.txt"), "x");
    await writeFile(join(folder, "lost"), "x");
    const report = await store.sweep(async () => new Set([known]), all);
    expect(report).toEqual({ stored: 2, removed: 1, halfWritten: 1 });
    expect(await inShard("ab")).toEqual([known, "readme.txt"].toSorted());
    expect(await readdir(folder)).toContain("lost");
  });

  test("skips files that this process stored before the sweep or is writing during it", async () => {
    const shards = ["ab", "cd"];
    const idIn = (shard: string) => `${shard}${randomUUID().slice(2)}`;
    const before = shards.map(idIn);
    for (const fileId of before) await store.put(fileId, Buffer.from("before the sweep"));
    await leave(...shards.map(idIn));
    const writing: { fileId: string; done: Promise<unknown> }[] = [];
    const { removed } = await store.sweep(async ([first]) => {
      if (writing.length > 0) return new Set();
      // Written to the folder that is swept next.
      const other = shards.find((shard) => !first!.startsWith(shard))!;
      const fileId = idIn(other);
      writing.push({ fileId, done: store.put(fileId, randomBytes(20 * 1024 * 1024)) });
      while (!(await inShard(other)).some((name) => name.includes(fileId)));
      return new Set();
    }, all);
    const [{ fileId, done }] = writing as [(typeof writing)[0]];
    await done;
    expect(removed).toBe(2);
    const left = (await Promise.all(shards.map(inShard))).flat();
    expect(left.toSorted()).toEqual([...before, fileId].toSorted());
  });

  test("skips files younger than a day if other processes store files too", async () => {
    const [old, young] = [`ab${randomUUID().slice(2)}`, `ab${randomUUID().slice(2)}`];
    const names = [old, young].flatMap((fileId) => [fileId, `.tmp-${fileId}-0a`]);
    await leave(...names);
    const ago = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);
    for (const name of names)
      await utimes(join(folder, "ab", name), ago(0), name.includes(old) ? ago(25) : ago(23));
    const report = await store.sweep(async () => new Set(), { spareYoung: true });
    expect(report).toEqual({ stored: 2, removed: 1, halfWritten: 1 });
    expect(await inShard("ab")).toEqual([young, `.tmp-${young}-0a`].toSorted());
  });

  test("looks up files in batches", async () => {
    const fileIds = Array.from({ length: 600 }, () => `ab${randomUUID().slice(2)}`);
    await leave(...fileIds);
    const asked: string[][] = [];
    await store.sweep(async (some) => {
      asked.push([...some]);
      return new Set(some);
    }, all);
    expect(asked.map(({ length }) => length)).toEqual([256, 256, 88]);
    expect(asked.flat().toSorted()).toEqual(fileIds.toSorted());
  });
});

describe("the store", () => {
  test("leaves no temporary file if the rename fails", async () => {
    const id = randomUUID();
    await mkdir(join(pathOf(id), "in-the-way"), { recursive: true });
    await expect(store.put(id, Buffer.from("x"))).rejects.toThrow(`File ${id} could not be stored: `);
    expect(await readdir(join(folder, id.slice(0, 2)))).toEqual([id]);
  });

  test.each(["", "..", "../../etc/passwd", `${randomUUID()}/..`, "0f8fad5bd9cb469fa16570867728950e"])(
    "rejects %j as a file id",
    async (id) => {
      await expect(store.put(id, Buffer.from("x"))).rejects.toThrow("UUID");
      await expect(store.get(id, "v1.x")).rejects.toThrow("UUID");
      await expect(store.remove(id)).rejects.toThrow("UUID");
    },
  );
});

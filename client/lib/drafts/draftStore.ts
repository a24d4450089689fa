import { entries, get, getMany, keys, promisifyRequest, update } from "idb-keyval";
import { findFileIds, putFilesBack, takeOutFiles } from "./draftFiles";
import {
  eraseDraft,
  isOld,
  draftName,
  draftRange,
  isStorageSilent,
  pendingWrites,
  store,
  type DraftPlace,
  type DraftRecord,
} from "./draftRecords";
import { makeEncryptionKey, encrypt, decrypt, type Encrypted } from "./encryption";
import { accountPrefix } from "./unwrittenItem";

export interface FoundDraft {
  content: unknown;
  savedAt: Date;
}

interface DraftKey {
  id: string;
  key: CryptoKey;
}

const keyName = "key";
const toFileKey = (draft: string, fileId: string) => `${draft}:file:${fileId}`;

/** True if this page can store drafts. Encryption requires a secure context, which http on a LAN does not provide. */
export function canKeepDrafts(): boolean {
  return typeof indexedDB !== "undefined" && Boolean(globalThis.crypto?.subtle) && !isStorageSilent();
}

/** Replaces the stored draft; the content is JSON with `Blob`s. Throws if the browser cannot store it. */
export async function saveDraft(place: DraftPlace, version: number, content: unknown): Promise<Date> {
  // The time of the content, not of the end of the write.
  const savedAt = Date.now();
  const draft = draftName(place);
  const { id: keyId, key } = await getKey();
  const { text, files } = takeOutFiles(content);
  const present = new Set(await keys<string>(store));
  const records = new Map<string, Encrypted | DraftRecord>();
  for (const [fileId, file] of files) {
    const name = toFileKey(draft, fileId);
    if (!present.has(name)) records.set(name, await encrypt(key, name, await file.arrayBuffer()));
  }
  const encrypted = await encrypt(key, draft, new TextEncoder().encode(text));
  records.set(draft, { version, savedAt, ...encrypted });
  const wanted = new Set([draft, ...[...files.keys()].map((fileId) => toFileKey(draft, fileId))]);

  await store("readwrite", async (objects) => {
    const stored = await promisifyRequest<DraftKey | undefined>(objects.get(keyName));
    const before = await promisifyRequest(objects.getAllKeys(draftRange(draft)) as IDBRequest<string[]>);
    if (stored?.id !== keyId) throw new Error("The drafts were erased meanwhile");
    if ([...wanted].some((name) => !records.has(name) && !before.includes(name)))
      throw new Error("A file of the draft was erased meanwhile");
    before.filter((name) => !wanted.has(name)).forEach((name) => objects.delete(name));
    records.forEach((record, name) => objects.put(record, name));
    return promisifyRequest(objects.transaction);
  });
  return new Date(savedAt);
}

/**
 * Returns the stored draft, after pending writes have ended. If it is unreadable, has expired or has another version,
 * erases it and returns undefined.
 */
export async function findDraft(place: DraftPlace, version: number): Promise<FoundDraft | undefined> {
  if (!canKeepDrafts()) return undefined;
  const draft = draftName(place);
  await pendingWrites();
  try {
    const [stored, record] = await getMany<DraftKey & DraftRecord>([keyName, draft], store);
    if (!record) return undefined;
    if (stored && record.version === version && !isOld(record))
      return { content: await openDraft(draft, stored.key, record), savedAt: new Date(record.savedAt) };
  } catch {
    // The record is unusable: truncated, modified, or encrypted with a lost key.
  }
  await eraseDraft(place);
  return undefined;
}

async function openDraft(draft: string, key: CryptoKey, record: DraftRecord): Promise<unknown> {
  const text = new TextDecoder().decode(await decrypt(key, draft, record));
  const fileIds = findFileIds(text);
  const opened = fileIds.map(async (fileId): Promise<[string, ArrayBuffer]> => {
    const name = toFileKey(draft, fileId);
    const encrypted = await get<Encrypted>(name, store);
    if (!encrypted) throw new Error("A file of the draft is missing");
    return [fileId, await decrypt(key, name, encrypted)];
  });
  return putFilesBack(text, new Map(await Promise.all(opened)));
}

/**
 * Moves an account's drafts to another account, and encrypts them again, because their names are authenticated. Erases
 * unreadable records.
 */
export async function moveDrafts(from: string, to: string): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  await pendingWrites();
  const stored = await get<DraftKey>(keyName, store);
  if (!stored) return;
  const old: string[] = [];
  const moved = new Map<string, Encrypted | DraftRecord>();
  for (const [name, record] of await entries<string, Encrypted | DraftRecord>(store)) {
    if (!name.startsWith(accountPrefix(from))) continue;
    old.push(name);
    const newName = name.replace(accountPrefix(from), accountPrefix(to));
    try {
      const bytes = await decrypt(stored.key, name, record);
      moved.set(newName, { ...record, ...(await encrypt(stored.key, newName, bytes)) });
    } catch {
      // The record is unusable: truncated, modified, or encrypted with a lost key.
    }
  }
  await store("readwrite", async (objects) => {
    const present = await promisifyRequest<DraftKey | undefined>(objects.get(keyName));
    if (present?.id !== stored.id) return;
    old.forEach((name) => objects.delete(name));
    moved.forEach((record, name) => objects.put(record, name));
    await promisifyRequest(objects.transaction);
  });
}

/** Returns this device's key, creating it on first use. Concurrent tabs get the same key. */
async function getKey(): Promise<DraftKey> {
  const present = await get<DraftKey>(keyName, store);
  if (present) return present;
  const made: DraftKey = { id: crypto.randomUUID(), key: await makeEncryptionKey() };
  let stored = made;
  await update<DraftKey>(keyName, (other) => (stored = other ?? made), store);
  return stored;
}

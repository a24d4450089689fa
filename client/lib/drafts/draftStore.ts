import { clear, createStore, get, getMany, keys, promisifyRequest, update } from "idb-keyval";
import { v4 as uuid } from "uuid";
import { findFileIds, putFilesBack, takeOutFiles } from "./draftFiles";
import { makeSealingKey, seal, unseal, type Sealed } from "./sealing";

/**
 * Drafts on this device (ux 4.7), in IndexedDB: `draft:{userId}:{visaRequestId}` for what was entered, one record
 * for each file beside it, and the key that sealed them. Logging out takes the key away with everything else, and
 * a write that was under way then finds no key and writes nothing.
 */
const store = createStore("drafts", "records");

export interface DraftPlace {
  userId: string;
  visaRequestId: string;
}

export interface FoundDraft {
  content: unknown;
  savedAt: Date;
}

interface DraftKey {
  id: string;
  key: CryptoKey;
}

/** Version and moment (ms) lie open, so that an old draft can be thrown away unread. */
interface DraftRecord extends Sealed {
  version: number;
  savedAt: number;
}

const keyName = "key";
const keptForMs = 7 * 24 * 60 * 60 * 1000;
const nameOf = ({ userId, visaRequestId }: DraftPlace) => `draft:${userId}:${visaRequestId}`;
const fileNameOf = (draft: string, fileId: string) => `${draft}:file:${fileId}`;
const isDraftName = (name: string) => /^draft:[^:]+:[^:]+$/.test(name);
/** The records of a draft: it and its files. Ids are UUIDs, so that no name begins with another draft's. */
const rangeOf = (draft: string) => IDBKeyRange.bound(draft, `${draft}:\uffff`);
const isOld = ({ savedAt }: DraftRecord) => !(savedAt > Date.now() - keptForMs);

/** Whether this page can keep drafts: outside a secure context (http on a LAN) there is no encryption. */
export function canKeepDrafts(): boolean {
  return typeof indexedDB !== "undefined" && Boolean(globalThis.crypto?.subtle);
}

/** Keeps the content, JSON with `Blob`s in it, in the place of what was there. Fails where the device refuses. */
export async function saveDraft(place: DraftPlace, version: number, content: unknown): Promise<Date> {
  const draft = nameOf(place);
  const { id: keyId, key } = await getKey();
  const { text, files } = takeOutFiles(content);
  const present = new Set(await keys<string>(store));
  const records = new Map<string, Sealed | DraftRecord>();
  for (const [fileId, file] of files) {
    const name = fileNameOf(draft, fileId);
    if (!present.has(name)) records.set(name, await seal(key, name, await file.arrayBuffer()));
  }
  const savedAt = Date.now();
  const sealed = await seal(key, draft, new TextEncoder().encode(text));
  records.set(draft, { version, savedAt, ...sealed });
  const wanted = new Set([draft, ...[...files.keys()].map((fileId) => fileNameOf(draft, fileId))]);

  await store("readwrite", async (objects) => {
    const kept = await promisifyRequest<DraftKey | undefined>(objects.get(keyName));
    const before = await promisifyRequest(objects.getAllKeys(rangeOf(draft)) as IDBRequest<string[]>);
    if (kept?.id !== keyId) throw new Error("The drafts were erased meanwhile");
    if ([...wanted].some((name) => !records.has(name) && !before.includes(name)))
      throw new Error("A file of the draft was erased meanwhile");
    before.filter((name) => !wanted.has(name)).forEach((name) => objects.delete(name));
    records.forEach((record, name) => objects.put(record, name));
    return promisifyRequest(objects.transaction);
  });
  return new Date(savedAt);
}

/** What is kept there; undefined where nothing is, or nothing that this version can read, which is then erased. */
export async function findDraft(place: DraftPlace, version: number): Promise<FoundDraft | undefined> {
  if (!canKeepDrafts()) return undefined;
  const draft = nameOf(place);
  try {
    const [kept, record] = await getMany<DraftKey & DraftRecord>([keyName, draft], store);
    if (!record) return undefined;
    if (kept && record.version === version && !isOld(record))
      return { content: await openDraft(draft, kept.key, record), savedAt: new Date(record.savedAt) };
  } catch {
    // Cut off, tampered with, or sealed by a key that is gone: worth no more than none.
  }
  await eraseDraft(place);
  return undefined;
}

async function openDraft(draft: string, key: CryptoKey, record: DraftRecord): Promise<unknown> {
  const text = new TextDecoder().decode(await unseal(key, draft, record));
  const fileIds = findFileIds(text);
  const opened = fileIds.map(async (fileId): Promise<[string, ArrayBuffer]> => {
    const name = fileNameOf(draft, fileId);
    const sealed = await get<Sealed>(name, store);
    if (!sealed) throw new Error("A file of the draft is missing");
    return [fileId, await unseal(key, name, sealed)];
  });
  return putFilesBack(text, new Map(await Promise.all(opened)));
}

/** Erases one draft with its files. */
export function eraseDraft(place: DraftPlace): Promise<void> {
  return ifKept(() =>
    store("readwrite", (objects) => {
      objects.delete(rangeOf(nameOf(place)));
      return promisifyRequest(objects.transaction);
    }),
  );
}

/** Erases every draft of everybody, and the key. */
export function eraseAllDrafts(): Promise<void> {
  return ifKept(() => clear(store));
}

/** Erases what is older than 7 days and, where somebody is logged in, what belongs to anybody else. */
export function sweepDrafts(userId: string | undefined): Promise<void> {
  return ifKept(async () => {
    // Looking for a database that is not there would make one.
    const databases = (await indexedDB.databases?.()) ?? [{ name: "drafts" }];
    if (!databases.some(({ name }) => name === "drafts")) return;
    await store("readwrite", async (objects) => {
      const names = await promisifyRequest(objects.getAllKeys() as IDBRequest<string[]>);
      for (const name of names.filter(isDraftName)) {
        const record = await promisifyRequest<DraftRecord>(objects.get(name));
        const isForeign = userId !== undefined && !name.startsWith(`draft:${userId}:`);
        if (isForeign || isOld(record)) objects.delete(rangeOf(name));
      }
    });
  });
}

/** Private mode may refuse IndexedDB altogether: then there is no draft to erase. */
async function ifKept(work: () => Promise<void>): Promise<void> {
  if (typeof indexedDB !== "undefined") await work().catch(() => undefined);
}

/** The key of this device, made when it is first needed; of two tabs at once both get the same. */
async function getKey(): Promise<DraftKey> {
  const present = await get<DraftKey>(keyName, store);
  if (present) return present;
  const made: DraftKey = { id: uuid(), key: await makeSealingKey() };
  let kept = made;
  await update<DraftKey>(keyName, (other) => (kept = other ?? made), store);
  return kept;
}

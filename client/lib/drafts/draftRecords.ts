import { clear, createStore, promisifyRequest } from "idb-keyval";
import type { Sealed } from "./sealing";

/**
 * Drafts on this device, in IndexedDB: `draft:{userId}:{visaRequestId}` for a new applicant, with
 * `_{visaApplicantId}` after it for corrections; one record for each file beside it, and the key that sealed them. A
 * logout that erases the drafts erases the key too, and a write in progress then finds no key and writes nothing.
 *
 * Here is what every page needs, which is to erase them; only the forms read and write them (draftStore.ts).
 */
export const store = createStore("drafts", "records");

export interface DraftPlace {
  userId: string;
  visaRequestId: string;
  /** Whose corrections it holds; left out for the draft of a new applicant. */
  visaApplicantId?: string;
}

/** Version and moment (ms) lie open, so that an old draft can be thrown away unread. */
export interface DraftRecord extends Sealed {
  version: number;
  savedAt: number;
}

/** A draft on this device, as far as it can be read without its key. */
export interface DraftSummary extends DraftPlace {
  savedAt: Date;
}

export const draftLifeMs = 7 * 24 * 60 * 60 * 1000;
export const draftName = ({ userId, visaRequestId, visaApplicantId }: DraftPlace) =>
  `draft:${userId}:${visaRequestId}${visaApplicantId ? `_${visaApplicantId}` : ""}`;
const isDraftName = (name: string) => /^draft:[^:]+:[^:]+$/.test(name);
/** The records of a draft: it and its files. `_` comes after `:`, so that no other draft is in the range. */
export const rangeOf = (draft: string) => IDBKeyRange.bound(draft, `${draft}:\uffff`);
export const isOld = ({ savedAt }: DraftRecord) => !(savedAt > Date.now() - draftLifeMs);

const writes = new Set<Promise<unknown>>();

/** Registers a write, so that `listDrafts` waits for it. */
export function trackWrite(write: Promise<unknown>): void {
  writes.add(write);
  void write.finally(() => writes.delete(write));
}

/** The drafts on this device that have not expired, latest first, once writes in progress have ended. */
export async function listDrafts(): Promise<DraftSummary[]> {
  const found: DraftSummary[] = [];
  await Promise.allSettled(writes);
  await ifAvailable(async () => {
    if (!(await hasDatabase())) return;
    await store("readonly", async (objects) => {
      for await (const [name, record] of readRecords(objects)) {
        const [, userId = "", ids = ""] = name.split(":");
        const [visaRequestId = "", visaApplicantId] = ids.split("_");
        if (isOld(record)) continue;
        found.push({ userId, visaRequestId, visaApplicantId, savedAt: new Date(record.savedAt) });
      }
    });
  });
  return found.sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime());
}

/** Erases one draft with its files. */
export function eraseDraft(place: DraftPlace): Promise<void> {
  return ifAvailable(() =>
    store("readwrite", (objects) => {
      objects.delete(rangeOf(draftName(place)));
      return promisifyRequest(objects.transaction);
    }),
  );
}

/** Erases every draft of everybody, and the key. */
export function eraseAllDrafts(): Promise<void> {
  return ifAvailable(() => clear(store));
}

/** Erases what is older than 7 days and, where somebody is logged in, what belongs to anybody else. */
export function sweepDrafts(userId: string | undefined): Promise<void> {
  return ifAvailable(async () => {
    if (!(await hasDatabase())) return;
    await store("readwrite", async (objects) => {
      for await (const [name, record] of readRecords(objects)) {
        const isForeign = userId !== undefined && !name.startsWith(`draft:${userId}:`);
        if (isForeign || isOld(record)) objects.delete(rangeOf(name));
      }
    });
  });
}

/** Reads the drafts one by one, without their files. */
async function* readRecords(objects: IDBObjectStore): AsyncGenerator<[name: string, record: DraftRecord]> {
  const names = await promisifyRequest(objects.getAllKeys() as IDBRequest<string[]>);
  for (const name of names.filter(isDraftName))
    yield [name, await promisifyRequest<DraftRecord>(objects.get(name))];
}

/** Opening a database that does not exist would create it. */
async function hasDatabase(): Promise<boolean> {
  const databases = (await indexedDB.databases?.()) ?? [{ name: "drafts" }];
  return databases.some(({ name }) => name === "drafts");
}

/** Private mode may refuse IndexedDB altogether: then there is no draft to erase. */
async function ifAvailable(work: () => Promise<void>): Promise<void> {
  if (typeof indexedDB !== "undefined") await work().catch(() => undefined);
}

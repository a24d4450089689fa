import { clear, createStore, promisifyRequest } from "idb-keyval";
import { worldName, worldNames } from "../basePath";
import type { Encrypted } from "./encryption";
import { accountPrefix } from "./unwrittenItem";

const databaseName = worldName("drafts");

/**
 * Drafts on this device, in IndexedDB. A new applicant's draft is named `draft:{userId}:{visaRequestId}`. Drafts of
 * corrections have the suffix `_{visaApplicantId}`, those of missing documents `_{visaApplicantId}_documents`, and the
 * plan of travellers `_travellers`. Each file has its own record, and so does the encryption key. If a logout erases
 * the drafts, it erases the key too, without which a write in progress stores nothing. This module only erases and
 * lists drafts, which every page needs; draftStore.ts reads and writes them.
 */
export const store = createStore(databaseName, "records");
/** The drafts of both worlds, because a logout ends the sessions of both. */
const databases = worldNames("drafts").map((name) => ({
  name,
  records: name === databaseName ? store : createStore(name, "records"),
}));

export interface DraftPlace {
  userId: string;
  visaRequestId: string;
  /** The applicant whose corrections or documents the draft holds; undefined for a new applicant's draft. */
  visaApplicantId?: string;
  /** Set if the draft holds files for missing documents, or the planned applicants. */
  form?: "documents" | "travellers";
}

export type RequestPlace = Pick<DraftPlace, "userId" | "visaRequestId">;

/** The place of the plan of an application's travellers. */
export const planPlace = ({ userId, visaRequestId }: RequestPlace): DraftPlace => ({
  userId,
  visaRequestId,
  form: "travellers",
});

/** Version and time (ms) are not encrypted, so that old drafts can be deleted without decrypting them. */
export interface DraftRecord extends Encrypted {
  version: number;
  savedAt: number;
}

export interface DraftSummary extends DraftPlace {
  savedAt: Date;
}

export const draftLifeMs = 7 * 24 * 60 * 60 * 1000;
export const draftName = ({ userId, visaRequestId, visaApplicantId, form }: DraftPlace) =>
  `${accountPrefix(userId)}${[visaRequestId, visaApplicantId, form].filter(Boolean).join("_")}`;
const isDraftName = (name: string) => /^draft:[^:]+:[^:]+$/.test(name);
/** The key range of a draft's record and its files' records. Excludes other drafts, because `_` sorts after `:`. */
export const draftRange = (draft: string) => IDBKeyRange.bound(draft, `${draft}:\uffff`);
export const isOld = ({ savedAt }: DraftRecord) => !(savedAt > Date.now() - draftLifeMs);

const writes = new Set<Promise<unknown>>();

/** Registers a write to a draft, so that readers wait until it has ended. */
export function trackWrite(write: Promise<unknown>): void {
  writes.add(write);
  void write.finally(() => writes.delete(write));
}

/** Maximum time, in ms, to wait for the browser's storage, which may not answer. */
const maxWaitMs = 5_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let hasTimedOut = false;

/** True if the browser's storage has not answered in time since the page loaded. */
export const isStorageSilent = (): boolean => hasTimedOut;

/** Waits for work on the drafts, but not so long that the user cannot continue. Returns whether it has ended. */
export async function endsSoon(work: Promise<unknown>): Promise<boolean> {
  const hasEnded = await Promise.race([work.then(() => true), pause(maxWaitMs).then(() => false)]);
  hasTimedOut ||= !hasEnded;
  return hasEnded;
}

/** Waits for the writes of forms that were just left. */
export const pendingWrites = (): Promise<unknown> => Promise.allSettled(writes);

/**
 * Returns this world's drafts that have not expired, newest first, after pending writes have ended; none if the
 * browser's storage does not answer.
 */
export const listDrafts = async (): Promise<DraftSummary[]> =>
  (await listIn(databases.filter(({ name }) => name === databaseName))) ?? [];

/**
 * Like `listDrafts`, for both worlds: the drafts that a logout keeps or erases. Leaves out the plan of an application
 * with a started form, because that form is for the next planned applicant. Returns undefined if the storage does not
 * answer.
 */
export async function listAllDrafts(): Promise<DraftSummary[] | undefined> {
  const all = await listIn(databases);
  const started = all?.filter(({ visaApplicantId }) => !visaApplicantId).map((draft) => draft.visaRequestId);
  return all?.filter(
    (draft) => draft.visaApplicantId !== "travellers" || !started!.includes(draft.visaRequestId),
  );
}

async function listIn(listed: typeof databases): Promise<DraftSummary[] | undefined> {
  const found: DraftSummary[] = [];
  const search = ifAvailable(async () => {
    await pendingWrites();
    for (const { name: database, records } of listed) {
      if (!(await hasDatabase(database))) continue;
      await records("readonly", async (objects) => {
        for await (const [name, record] of readRecords(objects)) {
          const [, userId = "", ids = ""] = name.split(":");
          const [visaRequestId = "", visaApplicantId] = ids.split("_");
          if (isOld(record)) continue;
          found.push({ userId, visaRequestId, visaApplicantId, savedAt: new Date(record.savedAt) });
        }
      });
    }
  });
  if (!(await endsSoon(search))) return undefined;
  return found.sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime());
}

export function eraseDraft(place: DraftPlace): Promise<void> {
  return ifAvailable(() =>
    store("readwrite", (objects) => {
      objects.delete(draftRange(draftName(place)));
      return promisifyRequest(objects.transaction);
    }),
  );
}

/** Erases the draft and the plan of an application that accepts no further applicants. */
export async function eraseForms({ userId, visaRequestId }: RequestPlace): Promise<void> {
  await Promise.all([
    eraseDraft({ userId, visaRequestId }),
    eraseDraft(planPlace({ userId, visaRequestId })),
  ]);
}

/** Erases all users' drafts, and the keys, in both worlds. */
export function eraseAllDrafts(): Promise<void> {
  return ifAvailable(async () => {
    for (const { name, records } of databases) if (await hasDatabase(name)) await clear(records);
  });
}

/** Erases drafts older than 7 days and, if a user is logged in, those of other users. */
export function sweepDrafts(userId: string | undefined): Promise<void> {
  return ifAvailable(async () => {
    if (!(await hasDatabase())) return;
    await store("readwrite", async (objects) => {
      for await (const [name, record] of readRecords(objects)) {
        const isForeign = userId !== undefined && !name.startsWith(accountPrefix(userId));
        if (isForeign || isOld(record)) objects.delete(draftRange(name));
      }
    });
  });
}

/** Yields the drafts one by one, without their files. */
async function* readRecords(objects: IDBObjectStore): AsyncGenerator<[name: string, record: DraftRecord]> {
  const names = await promisifyRequest(objects.getAllKeys() as IDBRequest<string[]>);
  for (const name of names.filter(isDraftName))
    yield [name, await promisifyRequest<DraftRecord>(objects.get(name))];
}

/** Checks that the database exists, because opening a missing one would create it. */
async function hasDatabase(wanted = databaseName): Promise<boolean> {
  const present = (await indexedDB.databases?.()) ?? [{ name: wanted }];
  return present.some(({ name }) => name === wanted);
}

/** Runs `work` if IndexedDB is available. Private mode may block it, in which case there are no drafts. */
async function ifAvailable(work: () => Promise<void>): Promise<void> {
  if (typeof indexedDB !== "undefined") await work().catch(() => undefined);
}

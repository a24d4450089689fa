/** Stores encrypted files, each under its id. */
export interface ObjectStore {
  /** True if other servers may use the store too, so that a sweep must skip young objects. */
  readonly isShared: boolean;
  /**
   * Stores a file, or the mark under `markName`. Stored objects are complete and survive a power cut. Rejects with
   * `StorageError` if the store is unavailable.
   */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Returns undefined if there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** Does nothing if there is no such object. Rejects with `StorageError` if the store is unavailable. */
  delete(fileId: string): Promise<void>;
  /** Yields all files in batches, because their names may not all fit in memory. */
  list(): AsyncIterable<ListedObject[]>;
  /** Rejects if nothing can be stored. Absent if the check would require a request to another server. */
  checkWritable?(): Promise<void>;
}

export interface ListedObject {
  /** Undefined for an incomplete file that an interrupted `put` left behind. */
  fileId: string | undefined;
  /** Size in bytes; undefined if the store's listing does not contain it. */
  size?: number;
  /** Returns the time of storage, in milliseconds since 1970; undefined if the object was deleted meanwhile. */
  findStoredAt: () => Promise<number | undefined>;
  remove: () => Promise<void>;
}

/** The name of the only object that is not a file. */
export const markName = "store-mark";

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isFileId(name: string): boolean {
  return uuidPattern.test(name);
}

/** Throws unless the id is a UUID, because it becomes part of a path or a URL. */
export function assertFileId(fileId: string): void {
  if (!isFileId(fileId)) throw new Error("A file id must be a UUID");
}

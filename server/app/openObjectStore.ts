import { join } from "node:path";
import { DiskFileStore } from "../platform/adapters/fileStore/diskFileStore";
import type { ObjectStore } from "../platform/adapters/fileStore/objectStore";

/** Returns the store of a data folder's files. */
export function openObjectStore(dataDir: string): ObjectStore {
  return new DiskFileStore(join(dataDir, "files"));
}

import { join } from "node:path";
import { DiskFileStore } from "../platform/adapters/fileStore/diskFileStore";
import type { ObjectStore } from "../platform/adapters/fileStore/objectStore";
import { S3FileStore, type S3Settings } from "../platform/adapters/fileStore/s3FileStore";

export async function openObjectStore({
  dataDir,
  bucket,
}: {
  dataDir: string;
  bucket: S3Settings | undefined;
}): Promise<ObjectStore> {
  return bucket ? S3FileStore.open(bucket) : new DiskFileStore(join(dataDir, "files"));
}

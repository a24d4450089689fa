import { join } from "node:path";
import { DiskFileStore } from "../platform/adapters/fileStore/diskFileStore";
import type { ObjectStore } from "../platform/adapters/fileStore/objectStore";
import { S3FileStore } from "../platform/adapters/fileStore/s3FileStore";
import type { Config } from "./config";

type Place = Pick<Config, "dataDir" | "bucket">;

export async function openObjectStore({ dataDir, bucket }: Place): Promise<ObjectStore> {
  return bucket ? S3FileStore.open(bucket) : new DiskFileStore(join(dataDir, "files"));
}

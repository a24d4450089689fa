import { join } from "node:path";
import { DiskObjectStore } from "../platform/adapters/fileStore/diskObjectStore";
import type { ObjectStore } from "../platform/adapters/fileStore/objectStore";
import { S3ObjectStore } from "../platform/adapters/fileStore/s3ObjectStore";
import type { Config } from "./config";

type Place = Pick<Config, "dataDir" | "bucket">;

export async function openObjectStore({ dataDir, bucket }: Place): Promise<ObjectStore> {
  return bucket ? S3ObjectStore.open(bucket) : new DiskObjectStore(join(dataDir, "files"));
}

import { dirname } from "node:path";
import type { DataKeys } from "../config";
import { restoreBackup, type RestoreReport } from "./restoreBackup";
import { withTemporaryFolder } from "./temporaryFolder";

/** Restores the archive into a temporary folder next to it, which has the space. Throws as `restoreBackup` does. */
export function checkArchive(archive: string, keys: DataKeys): Promise<RestoreReport> {
  return withTemporaryFolder(dirname(archive), "check", (folder) =>
    restoreBackup(archive, folder, keys, undefined),
  );
}

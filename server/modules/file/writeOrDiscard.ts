import type { EntityManager } from "typeorm";
import type { Database } from "../../db/database";
import type { StoredFileEntity } from "./file.entity";
import type { FileService } from "./file.service";

/** Runs the transaction that keeps the rows of files; where it fails, their bytes go again. */
export async function writeOrDiscard<T>(
  { db, fileService }: { db: Database; fileService: FileService },
  files: readonly StoredFileEntity[],
  work: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await db.write(work);
  } catch (error) {
    await fileService.discard(files);
    throw error;
  }
}

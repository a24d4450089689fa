import { In, type EntityManager } from "typeorm";
import { PaperVerdictEntity } from "./documentReview.entity";

export async function findVerdicts(
  db: EntityManager,
  fileIds: readonly string[],
): Promise<PaperVerdictEntity[]> {
  return db.findBy(PaperVerdictEntity, { fileId: In([...fileIds]) });
}

/** Takes the place of what was said of the paper before. */
export async function keepVerdict(transaction: EntityManager, verdict: PaperVerdictEntity): Promise<void> {
  await transaction.upsert(PaperVerdictEntity, verdict, ["fileId"]);
}

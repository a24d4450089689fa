import { In, type EntityManager } from "typeorm";
import { DocumentReviewEntity } from "./documentReview.entity";

export async function findDocumentReviews(
  db: EntityManager,
  fileIds: readonly string[],
): Promise<DocumentReviewEntity[]> {
  return db.findBy(DocumentReviewEntity, { fileId: In([...fileIds]) });
}

/** Replaces an earlier review of the file. */
export async function saveDocumentReview(
  transaction: EntityManager,
  review: DocumentReviewEntity,
): Promise<void> {
  await transaction.upsert(DocumentReviewEntity, review, ["fileId"]);
}

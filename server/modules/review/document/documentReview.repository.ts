import { In, type EntityManager } from "typeorm";
import { DocumentReviewEntity } from "./documentReview.entity";

export async function findDocumentReviews(
  db: EntityManager,
  fileIds: readonly string[],
): Promise<DocumentReviewEntity[]> {
  return db.findBy(DocumentReviewEntity, { fileId: In([...fileIds]) });
}

/** Takes the place of what was said of the paper before. */
export async function saveDocumentReview(
  transaction: EntityManager,
  review: DocumentReviewEntity,
): Promise<void> {
  await transaction.upsert(DocumentReviewEntity, review, ["fileId"]);
}

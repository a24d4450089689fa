/** Reads applications for other modules. The caller checks the permission and passes its transaction. */
import type { EntityManager } from "typeorm";
import { notFound } from "../../core/errors";
import { findRowBy } from "../../platform/db/entityQueries";
import type { RowSource } from "../../platform/db/rowSource";
import { VisaRequestEntity } from "./visaRequest.entity";

export const findRequest = findRowBy(VisaRequestEntity, "visaRequestId");

/** Throws NOT_FOUND. */
export async function getRequest(source: RowSource, visaRequestId: string): Promise<VisaRequestEntity> {
  const request = await findRequest(source, visaRequestId);
  if (!request) throw notFound();
  return request;
}

/** Returns all requests that a user may act on, oldest first, for the export and the erasure of an account. */
export async function findAllRequestsByUser(db: EntityManager, userId: string): Promise<VisaRequestEntity[]> {
  return db.find(VisaRequestEntity, {
    where: [{ userId }, { followerId: userId }],
    order: { createdAt: "ASC", visaRequestId: "ASC" },
  });
}

import type { EntityManager } from "typeorm";
import { DomainError, notFound } from "../../../errors";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findRequest } from "../../visaRequest/visaRequest.repository";

/**
 * The application where that member of staff works on it: whoever decides reads it this way, inside the transaction of
 * the decision. Errors: NOT_FOUND, INVALID_STATE where it is not theirs to decide.
 */
export async function getOwnCase(
  db: EntityManager,
  staffId: string,
  visaRequestId: string,
): Promise<VisaRequestEntity> {
  const request = await findRequest(db, visaRequestId);
  if (!request) throw notFound();
  refuseOwnApplication(request, staffId);
  if (request.assignedStaffId !== staffId)
    throw new DomainError("INVALID_STATE", "Take this application first");
  return request;
}

/** Nobody works on what they asked for themselves. Errors: INVALID_STATE. */
export function refuseOwnApplication({ userId }: Pick<VisaRequestEntity, "userId">, staffId: string): void {
  if (userId === staffId)
    throw new DomainError("INVALID_STATE", "Somebody else has to decide on your own application");
}

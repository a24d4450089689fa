import { IsNull, type EntityManager } from "typeorm";
import { findBy, findRowBy, insertInto } from "../../../platform/db/entityQueries";
import { HandoverEntity } from "./handover.entity";

export const insertHandover = insertInto(HandoverEntity);
export const findHandover = findBy(HandoverEntity, "handoverId");
export const findByTokenHash = findRowBy(HandoverEntity, "tokenHash");

/** Ends the links of an application that can still be used. */
export async function endHandovers(
  transaction: EntityManager,
  visaRequestId: string,
  at: Date,
): Promise<void> {
  const open = { visaRequestId, endedAt: IsNull() };
  await transaction.update(HandoverEntity, open, { endedAt: at.toISOString() });
}

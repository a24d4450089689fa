import { IsNull, type EntityManager } from "typeorm";
import { findBy, insertInto } from "../../../platform/db/entityQueries";
import { findRow, type RowSource } from "../../../platform/db/rowSource";
import { HandoverEntity } from "./handover.entity";

export const insertHandover = insertInto(HandoverEntity);
export const findHandover = findBy(HandoverEntity, "handoverId");

export async function findByTokenHash(
  source: RowSource,
  tokenHash: string,
): Promise<HandoverEntity | undefined> {
  return findRow(source, `SELECT * FROM handover WHERE "tokenHash" = ?`, [tokenHash]);
}

/** Ends the links of an application that can still be used. */
export async function endHandovers(
  transaction: EntityManager,
  visaRequestId: string,
  at: Date,
): Promise<void> {
  const open = { visaRequestId, endedAt: IsNull() };
  await transaction.update(HandoverEntity, open, { endedAt: at.toISOString() });
}

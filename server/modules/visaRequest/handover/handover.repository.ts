import { IsNull, type EntityManager } from "typeorm";
import { findBy, insertInto, updateWhere } from "../../../platform/db/entityQueries";
import { findRow, type RowSource } from "../../../platform/db/rowSource";
import type { VisaRequestEntity } from "../visaRequest.entity";
import { HandoverEntity } from "./handover.entity";

export const insertHandover = insertInto(HandoverEntity);
export const findHandover = findBy(HandoverEntity, "handoverId");

/**
 * Returns the application of a link that was neither used nor replaced, and has not expired. Uses one statement, so
 * that the response time does not reveal whether the link exists.
 */
export async function findHandedRequest(
  source: RowSource,
  tokenHash: string,
  now: Date,
): Promise<VisaRequestEntity | undefined> {
  const sql = `SELECT request.* FROM handover JOIN visa_request request USING ("visaRequestId")
    WHERE handover."tokenHash" = ? AND handover."endedAt" IS NULL AND handover."expiresAt" > ?`;
  return findRow(source, sql, [tokenHash, now.toISOString()]);
}

const changeHandovers = updateWhere(HandoverEntity);

/** Ends all usable links of an application. */
export const endHandovers = (transaction: EntityManager, visaRequestId: string, at: Date) =>
  changeHandovers(transaction, { visaRequestId, endedAt: IsNull() }, { endedAt: at.toISOString() });

import type { PartnerLimits } from "../../core/principal";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { defaultLimits } from "./partner.rules";

/** Returns the limits of the application's partner; undefined if a person owns the application. */
export async function findLimitsForRequest(
  source: RowSource,
  visaRequestId: string,
): Promise<PartnerLimits | undefined> {
  const sql = `SELECT partner.limits FROM visa_request request
    JOIN partner ON partner."partnerId" = request."userId" WHERE request."visaRequestId" = ?`;
  const row = await findRow<{ limits: string }>(source, sql, [visaRequestId]);
  return row && { ...defaultLimits, ...(JSON.parse(row.limits) as Partial<PartnerLimits>) };
}

/** Reads of partners for other nouns. */
import type { PartnerLimits } from "../../core/principal";
import { findRow, findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { defaultLimits } from "./partner.rules";

/** Returns the names of those accounts that are partners', by account. */
export async function findPartnerNames(
  source: RowSource,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findRowsByKeys<{ partnerId: string; name: string }>(
    source,
    accountIds,
    (marks) => `SELECT "partnerId", name FROM partner WHERE "partnerId" IN (${marks})`,
  );
  return new Map(rows.map(({ partnerId, name }) => [partnerId, name]));
}

/** Returns the limits of the partner whose application it is; undefined if it is a person's. */
export async function findLimitsForRequest(
  source: RowSource,
  visaRequestId: string,
): Promise<PartnerLimits | undefined> {
  const sql = `SELECT partner.limits FROM visa_request request
    JOIN partner ON partner."partnerId" = request."userId" WHERE request."visaRequestId" = ?`;
  const row = await findRow<{ limits: string }>(source, sql, [visaRequestId]);
  return row && { ...defaultLimits, ...(JSON.parse(row.limits) as Partial<PartnerLimits>) };
}

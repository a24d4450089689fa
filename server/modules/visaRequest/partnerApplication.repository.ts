import type { SqlValue } from "../../platform/db/rowSource";
import type { VisaRequestStatus } from "./visaRequest.rules";

interface PartnerFilter {
  externalReference?: string | null;
  status?: VisaRequestStatus | null;
  changedSince?: string | null;
}

/**
 * Returns the statement that reads a partner's requests after `after`, oldest change first. A request that changes
 * while a program is reading the pages moves to the end, so the program reads its new state there.
 */
export function partnerRequestsStatement(
  partnerId: string,
  { externalReference, status, changedSince }: PartnerFilter,
  { limit, after }: { limit: number; after?: readonly string[] | undefined },
): [sql: string, values: SqlValue[]] {
  const conditions: [string, ...SqlValue[]][] = [[`"userId" = ?`, partnerId]];
  if (externalReference != null) conditions.push([`"externalReference" = ?`, externalReference]);
  if (status != null) conditions.push([`"visaRequestStatus" = ?`, status]);
  if (changedSince != null) conditions.push([`"changedAt" >= ?`, changedSince]);
  if (after) conditions.push([`("changedAt", "visaRequestId") > (?, ?)`, ...after]);
  const sql = `SELECT * FROM visa_request
    WHERE "leadSource" = 'PARTNER' AND ${conditions.map(([condition]) => condition).join(" AND ")}
    ORDER BY "changedAt", "visaRequestId" LIMIT ?`;
  return [sql, [...conditions.flatMap(([, ...values]) => values), limit]];
}

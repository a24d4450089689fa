import { queryRows, type RowSource } from "../../platform/db/rowSource";

/**
 * Returns the ids of paid applications that have a PENDING applicant and have not changed since `before`, oldest change
 * first.
 */
export async function findUndecided(source: RowSource, before: string, limit: number): Promise<string[]> {
  const rows = await queryRows<{ visaRequestId: string }>(
    source,
    `SELECT "visaRequestId" FROM visa_request request
     WHERE "paymentStatus" = 'PAID' AND "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')
       AND "changedAt" <= ? AND EXISTS (SELECT 1 FROM visa_applicant applicant
         WHERE applicant."visaRequestId" = request."visaRequestId" AND "visaApplicantStatus" = 'PENDING')
     ORDER BY "changedAt" LIMIT ?`,
    [before, limit],
  );
  return rows.map(({ visaRequestId }) => visaRequestId);
}

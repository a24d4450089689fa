import { queryRows, type RowSource } from "../../platform/db/rowSource";

export interface Undecided {
  changedAt: string;
  visaRequestId: string;
}

/**
 * Returns paid applications that have a PENDING applicant and have not changed since `before`, oldest change first,
 * beginning after `after`.
 */
export async function findUndecided(
  source: RowSource,
  { before, after, limit }: { before: string; after: Undecided | undefined; limit: number },
): Promise<Undecided[]> {
  return queryRows(
    source,
    `SELECT "changedAt", "visaRequestId" FROM visa_request request
     WHERE "paymentStatus" = 'PAID' AND "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')
       AND "changedAt" <= ? AND ("changedAt", "visaRequestId") > (?, ?) AND EXISTS (SELECT 1 FROM visa_applicant applicant
         WHERE applicant."visaRequestId" = request."visaRequestId" AND "visaApplicantStatus" = 'PENDING')
     ORDER BY "changedAt", "visaRequestId" LIMIT ?`,
    [before, after?.changedAt ?? "", after?.visaRequestId ?? "", limit],
  );
}

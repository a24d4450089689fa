import { mayActOnSql } from "../../core/ownership.rules";
import { isMoneyOpenSql } from "../payment/refund/refund.reads";
import { queryRows, type RowSource } from "../../platform/db/rowSource";

/**
 * Returns the reference numbers of a user's applications that are paid but undecided, or have an open refund or
 * dispute.
 */
export async function findUnfinishedPaid(source: RowSource, userId: string): Promise<string[]> {
  const rows = await queryRows<{ visaReferenceNo: string }>(
    source,
    `SELECT "visaReferenceNo" FROM visa_request request WHERE ${mayActOnSql("request")} AND (
       ("paymentStatus" IN ('PAID', 'REFUNDED')
        AND "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED'))
       OR ${isMoneyOpenSql("request")})
     ORDER BY "createdAt", "visaRequestId"`,
    [userId, userId],
  );
  return rows.map(({ visaReferenceNo }) => visaReferenceNo);
}

import { makeMigration } from "./migration";

/** Adds partial indexes of unpaid applications and open refunds, so that reading them does not scan all other rows. */
export const OpenRows1766750000000 = makeMigration("OpenRows1766750000000", [
  `CREATE INDEX visa_request_open_by_user ON visa_request ("userId", "createdAt" DESC, "visaRequestId" DESC)
    WHERE "visaRequestStatus" = 'PENDING' AND "paymentStatus" <> 'PAID'`,
  `CREATE INDEX refund_open ON refund ("nextTryAt") WHERE state IN ('DUE', 'REQUESTED')`,
]);

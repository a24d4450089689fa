import { makeMigration } from "./migration";

/** Reads of open rows do not pass all rows of the same state, or all closed ones. */
export const OpenRows1766750000000 = makeMigration("OpenRows1766750000000", [
  `CREATE INDEX visa_request_open_by_user ON visa_request ("userId", "createdAt" DESC, "visaRequestId" DESC)
    WHERE "visaRequestStatus" = 'PENDING' AND "paymentStatus" <> 'PAID'`,
  `CREATE INDEX refund_open ON refund ("nextTryAt") WHERE state IN ('DUE', 'REQUESTED')`,
]);

import { makeMigration } from "./migration";

/** The queue finds refunds that failed without passing all refunds. */
export const FailedRefunds1766760000001 = makeMigration("FailedRefunds1766760000001", [
  `CREATE INDEX refund_failed ON refund ("razorpayPaymentId") WHERE state = 'FAILED' AND origin = 'OURS'`,
]);

import { makeMigration } from "./migration";

/** Adds an index of failed refunds for the review queue. */
export const FailedRefunds1766760000001 = makeMigration("FailedRefunds1766760000001", [
  `CREATE INDEX refund_failed ON refund ("razorpayPaymentId") WHERE state = 'FAILED' AND origin = 'OURS'`,
]);

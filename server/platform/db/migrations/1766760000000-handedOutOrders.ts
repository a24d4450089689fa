import { makeMigration } from "./migration";

/**
 * Adds the time at which an order was last given to a checkout, because unpaid orders are checked for some days from
 * then, not from their creation.
 */
export const HandedOutOrders1766760000000 = makeMigration("HandedOutOrders1766760000000", [
  `ALTER TABLE payment_order ADD COLUMN "handedOutAt" text NOT NULL DEFAULT ''`,
  `UPDATE payment_order SET "handedOutAt" = "createdAt"`,
  "DROP INDEX payment_order_unpaid",
  `CREATE INDEX payment_order_unpaid ON payment_order ("handedOutAt") WHERE state <> 'PAID'`,
]);

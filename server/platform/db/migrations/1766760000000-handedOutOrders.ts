import { makeMigration } from "./migration";

/** An unpaid order is checked for some days after it was last given to a checkout, not after its creation. */
export const HandedOutOrders1766760000000 = makeMigration("HandedOutOrders1766760000000", [
  `ALTER TABLE payment_order ADD COLUMN "handedOutAt" text NOT NULL DEFAULT ''`,
  `UPDATE payment_order SET "handedOutAt" = "createdAt"`,
  "DROP INDEX payment_order_unpaid",
  `CREATE INDEX payment_order_unpaid ON payment_order ("handedOutAt") WHERE state <> 'PAID'`,
]);

import { makeMigration } from "./migration";

/** Adds a lease, which marks the process that is calling the gateway about an order. */
export const OrderLeases1766400000000 = makeMigration("OrderLeases1766400000000", [
  `ALTER TABLE payment_order ADD COLUMN "gatewayLease" text`,
]);

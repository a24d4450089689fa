import { makeMigration } from "./migration";

/** Stores which process calls the gateway about an order. */
export const OrderLeases1766400000000 = makeMigration("OrderLeases1766400000000", [
  `ALTER TABLE payment_order ADD COLUMN "gatewayLease" text`,
]);

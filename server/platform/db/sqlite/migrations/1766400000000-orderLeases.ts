import type { MigrationInterface, QueryRunner } from "typeorm";

/** Stores which process calls the gateway about an order. */
export class OrderLeases1766400000000 implements MigrationInterface {
  name = "OrderLeases1766400000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payment_order ADD COLUMN "gatewayLease" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payment_order DROP COLUMN "gatewayLease"`);
  }
}

import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // SQLite cannot change a CHECK, so the table is recreated with its rows.
  `CREATE TABLE payment_with_refunds (
    "razorpayPaymentId" text PRIMARY KEY, "razorpayOrderId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), amount integer NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('SETTLED', 'REFUND_DUE', 'REFUNDED')),
    "createdAt" text NOT NULL)`,
  `INSERT INTO payment_with_refunds
    SELECT "razorpayPaymentId", "razorpayOrderId", "visaRequestId", amount, outcome, "createdAt"
    FROM payment ORDER BY rowid`,
  `DROP TABLE payment`,
  `ALTER TABLE payment_with_refunds RENAME TO payment`,
  `CREATE INDEX payment_by_request ON payment ("visaRequestId")`,

  `ALTER TABLE payment_order ADD COLUMN "nextAskAt" text`,
  `CREATE INDEX payment_order_unpaid ON payment_order ("createdAt") WHERE state <> 'PAID'`,

  `CREATE TABLE refund (
    "refundId" text PRIMARY KEY,
    "razorpayPaymentId" text NOT NULL REFERENCES payment ("razorpayPaymentId"),
    amount integer NOT NULL CHECK (amount >= 100), reason text NOT NULL,
    "idempotencyKey" text NOT NULL UNIQUE,
    state text NOT NULL CHECK (state IN ('DUE', 'REQUESTED', 'DONE', 'FAILED')),
    "razorpayRefundId" text UNIQUE, attempts integer NOT NULL, "nextTryAt" text NOT NULL,
    "lastError" text, "createdAt" text NOT NULL, "doneAt" text)`,
  // At most one refund per payment has not failed.
  `CREATE UNIQUE INDEX refund_by_payment ON refund ("razorpayPaymentId") WHERE state <> 'FAILED'`,

  `CREATE TABLE webhook_event (
    "webhookEventId" text PRIMARY KEY, "eventType" text NOT NULL, "razorpayOrderId" text,
    "razorpayPaymentId" text, "razorpayRefundId" text,
    state text NOT NULL CHECK (state IN ('PENDING', 'DONE', 'IGNORED')), attempts integer NOT NULL,
    "nextTryAt" text NOT NULL, "lastError" text, "receivedAt" text NOT NULL, "doneAt" text)`,
  `CREATE INDEX webhook_event_pending ON webhook_event ("nextTryAt") WHERE state = 'PENDING'`,
];

export class WebhooksAndRefunds1763800000000 implements MigrationInterface {
  name = "WebhooksAndRefunds1763800000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Money that went back is not forgotten: restore a backup instead");
  }
}

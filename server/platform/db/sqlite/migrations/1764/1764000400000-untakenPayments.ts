import type { MigrationInterface, QueryRunner } from "typeorm";

const events = [
  "PAID",
  "PAYMENT_NOT_TAKEN",
  "ACTION_REQUIRED",
  "APPROVED",
  "REJECTED",
  "REFUND_DUE",
  "REFUNDED",
];

const statements = [
  `CREATE TABLE untaken_payment (
    "razorpayPaymentId" text PRIMARY KEY, "razorpayOrderId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), amount integer NOT NULL,
    reason text NOT NULL CHECK (reason IN ('CANCELLED', 'PAID_ALREADY', 'PRICE_CHANGED')),
    "createdAt" text NOT NULL)`,
  `CREATE INDEX untaken_payment_by_request ON untaken_payment ("visaRequestId")`,

  // SQLite cannot change a CHECK, so the table is recreated with its rows.
  `CREATE TABLE notification_with_money (
    "notificationId" text PRIMARY KEY,
    event text NOT NULL CHECK (event IN (${events.map((event) => `'${event}'`).join(", ")})),
    channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')), "occurrenceId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), "userId" text NOT NULL,
    "toSealed" text, "paramsSealed" text,
    state text NOT NULL CHECK (state IN ('DUE', 'SENT', 'DEAD')), attempts integer NOT NULL,
    "nextTryAt" text NOT NULL, "lastError" text, "createdAt" text NOT NULL, "sentAt" text,
    UNIQUE (event, "occurrenceId", channel))`,
  `INSERT INTO notification_with_money
    SELECT "notificationId", event, channel, "occurrenceId", "visaRequestId", "userId", "toSealed", "paramsSealed",
      state, attempts, "nextTryAt", "lastError", "createdAt", "sentAt" FROM notification ORDER BY rowid`,
  `DROP TABLE notification`,
  `ALTER TABLE notification_with_money RENAME TO notification`,
  `CREATE INDEX notification_due ON notification (channel, "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX notification_dead ON notification ("createdAt" DESC, "notificationId" DESC) WHERE state = 'DEAD'`,
  `CREATE INDEX notification_to_clear ON notification ("createdAt")
   WHERE state <> 'DUE' AND "paramsSealed" IS NOT NULL`,
  `CREATE INDEX notification_by_user ON notification ("userId", "createdAt")`,
];

/** Authorized payments that are not captured, and messages about payments. */
export class UntakenPayments1764000400000 implements MigrationInterface {
  name = "UntakenPayments1764000400000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("What travellers were told is not forgotten: restore a backup instead");
  }
}

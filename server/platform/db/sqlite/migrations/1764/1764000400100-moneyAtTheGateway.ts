import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // GATEWAY: refunded in the gateway's dashboard.
  `ALTER TABLE refund ADD COLUMN origin text NOT NULL DEFAULT 'OURS' CHECK (origin IN ('OURS', 'GATEWAY'))`,
  `ALTER TABLE payment ADD COLUMN "amountDeducted" integer NOT NULL DEFAULT 0 CHECK ("amountDeducted" >= 0)`,
  `CREATE INDEX payment_due ON payment ("visaRequestId") WHERE outcome = 'REFUND_DUE'`,
  // Refunds made at the gateway are recorded whatever their total; our own are capped.
  `DROP TRIGGER refund_never_more`,
  `CREATE TRIGGER refund_never_more BEFORE INSERT ON refund
   WHEN NEW.origin = 'OURS' AND NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund
      WHERE "razorpayPaymentId" = NEW."razorpayPaymentId" AND state <> 'FAILED')
    > (SELECT amount - "amountDeducted" FROM payment WHERE "razorpayPaymentId" = NEW."razorpayPaymentId")
   BEGIN SELECT RAISE(ABORT, 'more would go back than came'); END`,

  `CREATE TABLE dispute (
    "razorpayDisputeId" text PRIMARY KEY,
    "razorpayPaymentId" text NOT NULL REFERENCES payment ("razorpayPaymentId"),
    amount integer NOT NULL, "amountDeducted" integer NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'under_review', 'won', 'lost', 'closed')),
    "createdAt" text NOT NULL, "changedAt" text NOT NULL)`,
  `CREATE INDEX dispute_by_payment ON dispute ("razorpayPaymentId")`,

  `CREATE TABLE money_task (
    "moneyTaskId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "razorpayPaymentId" text NOT NULL REFERENCES payment ("razorpayPaymentId"),
    kind text NOT NULL CHECK (kind IN ('RETURNED_AT_GATEWAY', 'DISPUTE')),
    "openedAt" text NOT NULL, "changedAt" text NOT NULL, "closedAt" text, "closedByStaffId" text,
    decision text CHECK (decision IN ('KEEP', 'CANCEL')))`,
  `CREATE UNIQUE INDEX money_task_open ON money_task ("razorpayPaymentId", kind) WHERE "closedAt" IS NULL`,
  `CREATE INDEX money_task_by_request ON money_task ("visaRequestId")`,

  `ALTER TABLE webhook_event ADD COLUMN "razorpayDisputeId" text`,
];

/** Money that moves at the gateway without us: refunds from its dashboard and disputes at a bank. */
export class MoneyAtTheGateway1764000400100 implements MigrationInterface {
  name = "MoneyAtTheGateway1764000400100";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Money that went back is not forgotten: restore a backup instead");
  }
}

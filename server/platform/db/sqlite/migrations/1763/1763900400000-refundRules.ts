import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Null: money that could not be honoured, which no rule has to be asked about.
  `ALTER TABLE refund ADD COLUMN "reasonCode" text
   CHECK ("reasonCode" IN ('TRAVELLER_WITHDREW', 'OUR_MISTAKE', 'GOODWILL'))`,
  // A part may go back first and the rest later: in place of one refund a payment, never more than came.
  `DROP INDEX refund_by_payment`,
  `CREATE INDEX refund_by_payment ON refund ("razorpayPaymentId")`,
  `CREATE TRIGGER refund_never_more BEFORE INSERT ON refund
   WHEN NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund
      WHERE "razorpayPaymentId" = NEW."razorpayPaymentId" AND state <> 'FAILED')
    > (SELECT amount FROM payment WHERE "razorpayPaymentId" = NEW."razorpayPaymentId")
   BEGIN SELECT RAISE(ABORT, 'more would go back than came'); END`,
];

/** Refunds by the table of rules, also of a part of what was paid. */
export class RefundRules1763900400000 implements MigrationInterface {
  name = "RefundRules1763900400000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Money that went back is not forgotten: restore a backup instead");
  }
}

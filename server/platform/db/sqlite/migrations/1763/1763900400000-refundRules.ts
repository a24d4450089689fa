import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Null: a payment that could not be applied, for which no refund rule is needed.
  `ALTER TABLE refund ADD COLUMN "reasonCode" text
   CHECK ("reasonCode" IN ('TRAVELLER_WITHDREW', 'OUR_MISTAKE', 'GOODWILL'))`,
  // Partial refunds are possible: several per payment, never more than was paid.
  `DROP INDEX refund_by_payment`,
  `CREATE INDEX refund_by_payment ON refund ("razorpayPaymentId")`,
  `CREATE TRIGGER refund_never_more BEFORE INSERT ON refund
   WHEN NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund
      WHERE "razorpayPaymentId" = NEW."razorpayPaymentId" AND state <> 'FAILED')
    > (SELECT amount FROM payment WHERE "razorpayPaymentId" = NEW."razorpayPaymentId")
   BEGIN SELECT RAISE(ABORT, 'more would go back than came'); END`,
];

/** Refunds by the table of rules, including partial ones. */
export class RefundRules1763900400000 implements MigrationInterface {
  name = "RefundRules1763900400000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Money that went back is not forgotten: restore a backup instead");
  }
}

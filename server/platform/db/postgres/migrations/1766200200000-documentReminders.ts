import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE visa_request ADD COLUMN "documentReminderAt" text COLLATE "C"`,
  `CREATE INDEX visa_request_document_reminder ON visa_request ("documentReminderAt")
   WHERE "documentReminderAt" IS NOT NULL`,
  `ALTER TABLE notification DROP CONSTRAINT notification_event_check`,
  `ALTER TABLE notification ADD CONSTRAINT notification_event_check CHECK (event IN ('PAID',
    'PAYMENT_NOT_TAKEN', 'DOCUMENTS_NEEDED', 'ACTION_REQUIRED', 'APPROVED', 'REJECTED', 'REFUND_DUE',
    'REFUNDED'))`,
];

/** Adds reminders of outstanding documents. Requests that are already paid get none. */
export class DocumentReminders1766200200000 implements MigrationInterface {
  name = "DocumentReminders1766200200000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Messages that were sent cannot be taken back: restore a backup instead");
  }
}

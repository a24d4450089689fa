import type { MigrationInterface, QueryRunner } from "typeorm";

const events = [
  "PAID",
  "PAYMENT_NOT_TAKEN",
  "DOCUMENTS_NEEDED",
  "ACTION_REQUIRED",
  "APPROVED",
  "REJECTED",
  "REFUND_DUE",
  "REFUNDED",
];

const statements = [
  `ALTER TABLE visa_request ADD COLUMN "documentReminderAt" text`,
  `CREATE INDEX visa_request_document_reminder ON visa_request ("documentReminderAt")
   WHERE "documentReminderAt" IS NOT NULL`,

  // SQLite cannot change a CHECK, so the table is recreated with its rows.
  `CREATE TABLE notification_with_reminders (
    "notificationId" text PRIMARY KEY,
    event text NOT NULL CHECK (event IN (${events.map((event) => `'${event}'`).join(", ")})),
    channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')), "occurrenceId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), "userId" text NOT NULL,
    "toSealed" text, "paramsSealed" text,
    state text NOT NULL CHECK (state IN ('DUE', 'SENT', 'DEAD')), attempts integer NOT NULL,
    "nextTryAt" text NOT NULL, "lastError" text, "createdAt" text NOT NULL, "sentAt" text,
    UNIQUE (event, "occurrenceId", channel))`,
  `INSERT INTO notification_with_reminders
    SELECT "notificationId", event, channel, "occurrenceId", "visaRequestId", "userId", "toSealed", "paramsSealed",
      state, attempts, "nextTryAt", "lastError", "createdAt", "sentAt" FROM notification ORDER BY rowid`,
  `DROP TABLE notification`,
  `ALTER TABLE notification_with_reminders RENAME TO notification`,
  `CREATE INDEX notification_due ON notification (channel, "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX notification_dead ON notification ("createdAt" DESC, "notificationId" DESC) WHERE state = 'DEAD'`,
  `CREATE INDEX notification_to_clear ON notification ("createdAt")
   WHERE state <> 'DUE' AND "paramsSealed" IS NOT NULL`,
  `CREATE INDEX notification_by_user ON notification ("userId", "createdAt")`,
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

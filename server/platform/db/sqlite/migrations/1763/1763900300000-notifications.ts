import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE notification (
    "notificationId" text PRIMARY KEY,
    event text NOT NULL CHECK (event IN ('PAID', 'ACTION_REQUIRED', 'APPROVED', 'REJECTED', 'REFUNDED')),
    channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')), "occurrenceId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), "userId" text NOT NULL,
    "toSealed" text, "paramsSealed" text,
    state text NOT NULL CHECK (state IN ('DUE', 'SENT', 'DEAD')), attempts integer NOT NULL,
    "nextTryAt" text NOT NULL, "lastError" text, "createdAt" text NOT NULL, "sentAt" text,
    UNIQUE (event, "occurrenceId", channel))`,
  `CREATE INDEX notification_due ON notification (channel, "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX notification_dead ON notification ("createdAt" DESC, "notificationId" DESC) WHERE state = 'DEAD'`,
  `CREATE INDEX notification_to_clear ON notification ("createdAt")
   WHERE state <> 'DUE' AND "paramsSealed" IS NOT NULL`,
  `CREATE INDEX notification_by_user ON notification ("userId", "createdAt")`,
];

/** Messages to travellers by SMS and e-mail. */
export class Notifications1763900300000 implements MigrationInterface {
  name = "Notifications1763900300000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("What travellers were told is not forgotten: restore a backup instead");
  }
}

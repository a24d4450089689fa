import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE partner_event (
    position integer PRIMARY KEY,
    "partnerEventId" text NOT NULL UNIQUE, number integer,
    "partnerId" text NOT NULL REFERENCES partner ("partnerId"), type text NOT NULL,
    at text NOT NULL, "visaRequestId" text NOT NULL, "visaApplicantId" text,
    "refundId" text, "externalReference" text, status text NOT NULL,
    "paymentStatus" text NOT NULL, version integer NOT NULL)`,
  `CREATE UNIQUE INDEX partner_event_by_number ON partner_event ("partnerId", number)`,
  `CREATE INDEX partner_event_by_time ON partner_event (at)`,
  `CREATE INDEX partner_event_unnumbered ON partner_event (position) WHERE number IS NULL`,
];

/** Adds the events of partners' applications. */
export class PartnerEvents1766520000000 implements MigrationInterface {
  name = "PartnerEvents1766520000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE partner_event");
  }
}

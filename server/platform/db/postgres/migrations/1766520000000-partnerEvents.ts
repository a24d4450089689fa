import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Above all positions that come with a move from SQLite.
  `CREATE SEQUENCE partner_event_position START 4503599627370496`,
  `CREATE TABLE partner_event (
    position bigint PRIMARY KEY DEFAULT nextval('partner_event_position'),
    "partnerEventId" text COLLATE "C" NOT NULL UNIQUE, number bigint,
    "partnerId" text COLLATE "C" NOT NULL REFERENCES partner ("partnerId"), type text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL, "visaRequestId" text COLLATE "C" NOT NULL, "visaApplicantId" text COLLATE "C",
    "refundId" text COLLATE "C", "externalReference" text COLLATE "C", status text COLLATE "C" NOT NULL,
    "paymentStatus" text COLLATE "C" NOT NULL, version bigint NOT NULL)`,
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
    await runner.query("DROP SEQUENCE partner_event_position");
  }
}

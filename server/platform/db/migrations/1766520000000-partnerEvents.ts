import { makeMigration } from "./migration";

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

const ofPostgres = [
  // Starts above all positions that a move from SQLite copies.
  `CREATE SEQUENCE partner_event_position START 4503599627370496`,
  `ALTER TABLE partner_event ALTER COLUMN position SET DEFAULT nextval('partner_event_position')`,
];

/** Adds the events of partners' applications. */
export const PartnerEvents1766520000000 = makeMigration("PartnerEvents1766520000000", (engine) => [
  ...statements,
  ...(engine === "postgres" ? ofPostgres : []),
]);

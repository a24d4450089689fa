import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE webhook_endpoint (
    "endpointId" text COLLATE "C" PRIMARY KEY,
    "partnerId" text COLLATE "C" NOT NULL REFERENCES partner ("partnerId"), url text COLLATE "C" NOT NULL,
    types text COLLATE "C" NOT NULL, "secretsSealed" text COLLATE "C" NOT NULL, "createdAt" text COLLATE "C" NOT NULL,
    "failingSince" text COLLATE "C", "pausedAt" text COLLATE "C", "endedAt" text COLLATE "C", "noticeDueAt" text COLLATE "C")`,
  `CREATE INDEX webhook_endpoint_by_partner ON webhook_endpoint ("partnerId", "createdAt")`,
  `CREATE INDEX webhook_endpoint_notices ON webhook_endpoint ("noticeDueAt") WHERE "noticeDueAt" IS NOT NULL`,
  `CREATE TABLE webhook_delivery (
    "deliveryId" text COLLATE "C" PRIMARY KEY,
    "endpointId" text COLLATE "C" NOT NULL REFERENCES webhook_endpoint ("endpointId"),
    "partnerEventId" text COLLATE "C" NOT NULL REFERENCES partner_event ("partnerEventId") ON DELETE CASCADE,
    state text COLLATE "C" NOT NULL CHECK (state IN ('DUE', 'DONE', 'FAILED')), attempts bigint NOT NULL,
    "nextTryAt" text COLLATE "C" NOT NULL, "leasedUntil" text COLLATE "C", "lastResult" text COLLATE "C",
    "createdAt" text COLLATE "C" NOT NULL, "closedAt" text COLLATE "C")`,
  `CREATE INDEX webhook_delivery_due ON webhook_delivery ("endpointId", "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX webhook_delivery_leased ON webhook_delivery ("leasedUntil") WHERE "leasedUntil" IS NOT NULL`,
  `CREATE INDEX webhook_delivery_failed ON webhook_delivery ("endpointId", "closedAt") WHERE state = 'FAILED'`,
  `CREATE INDEX webhook_delivery_by_event ON webhook_delivery ("partnerEventId")`,
  `CREATE TABLE webhook_attempt (
    "attemptId" text COLLATE "C" PRIMARY KEY,
    "endpointId" text COLLATE "C" NOT NULL REFERENCES webhook_endpoint ("endpointId"),
    "partnerEventId" text COLLATE "C", at text COLLATE "C" NOT NULL, status bigint, error text COLLATE "C",
    "durationMs" bigint NOT NULL, excerpt text COLLATE "C" NOT NULL)`,
  `CREATE INDEX webhook_attempt_by_endpoint ON webhook_attempt ("endpointId", at)`,
];

/** Adds the endpoints of partners, and what is delivered to them. */
export class Webhooks1766530000000 implements MigrationInterface {
  name = "Webhooks1766530000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["webhook_attempt", "webhook_delivery", "webhook_endpoint"])
      await runner.query(`DROP TABLE ${table}`);
  }
}

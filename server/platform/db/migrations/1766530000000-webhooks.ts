import { makeMigration } from "./migration";

/** Adds partners' endpoints and the deliveries to them. */
export const Webhooks1766530000000 = makeMigration("Webhooks1766530000000", [
  `CREATE TABLE webhook_endpoint (
    "endpointId" text PRIMARY KEY,
    "partnerId" text NOT NULL REFERENCES partner ("partnerId"), url text NOT NULL,
    types text NOT NULL, "secretsSealed" text NOT NULL, "createdAt" text NOT NULL,
    "failingSince" text, "pausedAt" text, "endedAt" text, "noticeDueAt" text)`,
  `CREATE INDEX webhook_endpoint_by_partner ON webhook_endpoint ("partnerId", "createdAt")`,
  `CREATE INDEX webhook_endpoint_notices ON webhook_endpoint ("noticeDueAt") WHERE "noticeDueAt" IS NOT NULL`,
  `CREATE TABLE webhook_delivery (
    "deliveryId" text PRIMARY KEY,
    "endpointId" text NOT NULL REFERENCES webhook_endpoint ("endpointId"),
    "partnerEventId" text NOT NULL REFERENCES partner_event ("partnerEventId") ON DELETE CASCADE,
    state text NOT NULL CHECK (state IN ('DUE', 'DONE', 'FAILED')), attempts integer NOT NULL,
    "nextTryAt" text NOT NULL, "leasedUntil" text, "lastResult" text,
    "createdAt" text NOT NULL, "closedAt" text)`,
  `CREATE INDEX webhook_delivery_due ON webhook_delivery ("endpointId", "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX webhook_delivery_leased ON webhook_delivery ("leasedUntil") WHERE "leasedUntil" IS NOT NULL`,
  `CREATE INDEX webhook_delivery_failed ON webhook_delivery ("endpointId", "closedAt") WHERE state = 'FAILED'`,
  `CREATE INDEX webhook_delivery_by_event ON webhook_delivery ("partnerEventId")`,
  `CREATE TABLE webhook_attempt (
    "attemptId" text PRIMARY KEY,
    "endpointId" text NOT NULL REFERENCES webhook_endpoint ("endpointId"),
    "partnerEventId" text, at text NOT NULL, status integer, error text,
    "durationMs" integer NOT NULL, excerpt text NOT NULL)`,
  `CREATE INDEX webhook_attempt_by_endpoint ON webhook_attempt ("endpointId", at)`,
]);

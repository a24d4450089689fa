import { makeMigration } from "./migration";

/** Adds indexes for the removal of old rows, which otherwise scans whole tables while other writes wait. */
export const Leftovers1766790000000 = makeMigration("Leftovers1766790000000", [
  `CREATE INDEX webhook_event_done ON webhook_event ("receivedAt") WHERE state <> 'PENDING'`,
  `CREATE INDEX known_device_by_time ON known_device ("lastLoginAt")`,
  `CREATE INDEX session_ended ON session (coalesce("endedAt", "expiresAt"))`,
  `CREATE INDEX idempotency_key_by_time ON idempotency_key ("createdAt")`,
]);

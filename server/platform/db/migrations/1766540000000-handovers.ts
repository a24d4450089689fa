import { makeMigration } from "./migration";

/** Adds hand-overs: a traveller can follow an application that a partner has prepared. */
export const Handovers1766540000000 = makeMigration("Handovers1766540000000", [
  `ALTER TABLE visa_request ADD COLUMN "followerId" text REFERENCES user_account ("userId")`,
  `CREATE INDEX visa_request_by_follower ON visa_request ("followerId", "createdAt", "visaRequestId")
    WHERE "followerId" IS NOT NULL`,
  `CREATE TABLE handover (
    "handoverId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "tokenHash" text NOT NULL UNIQUE, "createdAt" text NOT NULL,
    "expiresAt" text NOT NULL, "endedAt" text)`,
  `CREATE INDEX handover_by_request ON handover ("visaRequestId")`,
]);

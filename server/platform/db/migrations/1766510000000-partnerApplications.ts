import { makeMigration } from "./migration";

/** Stores partners' own references, and indexes their applications by last change. */
export const PartnerApplications1766510000000 = makeMigration("PartnerApplications1766510000000", [
  `ALTER TABLE visa_request ADD COLUMN "externalReference" text`,
  `CREATE UNIQUE INDEX visa_request_by_reference ON visa_request ("userId", "externalReference")
    WHERE "externalReference" IS NOT NULL`,
  // Partial, so that it costs nothing for people's applications.
  `CREATE INDEX visa_request_by_change ON visa_request ("userId", "changedAt", "visaRequestId")
    WHERE "leadSource" = 'PARTNER'`,
]);

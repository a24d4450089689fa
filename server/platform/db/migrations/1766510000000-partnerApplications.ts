import { makeMigration } from "./migration";

/** Adds partners' own references, and an index of their applications by last change. */
export const PartnerApplications1766510000000 = makeMigration("PartnerApplications1766510000000", [
  `ALTER TABLE visa_request ADD COLUMN "externalReference" text`,
  `CREATE UNIQUE INDEX visa_request_by_reference ON visa_request ("userId", "externalReference")
    WHERE "externalReference" IS NOT NULL`,
  // A partial index, so that it costs nothing for the applications of persons.
  `CREATE INDEX visa_request_by_change ON visa_request ("userId", "changedAt", "visaRequestId")
    WHERE "leadSource" = 'PARTNER'`,
]);

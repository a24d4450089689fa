import { makeMigration } from "./migration";

/** Adds each country's lead visa, and the mark for visas that only allow transit. */
export const LeadVisas1766500800000 = makeMigration("LeadVisas1766500800000", [
  `ALTER TABLE visa_country ADD COLUMN "leadVisaUrl" text`,
  `ALTER TABLE visa ADD COLUMN "isTransit" boolean NOT NULL DEFAULT 0`,
]);

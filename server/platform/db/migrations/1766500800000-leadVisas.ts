import { makeMigration } from "./migration";

/** Stores each country's lead visa, and which visas only allow transit. */
export const LeadVisas1766500800000 = makeMigration("LeadVisas1766500800000", [
  `ALTER TABLE visa_country ADD COLUMN "leadVisaUrl" text`,
  `ALTER TABLE visa ADD COLUMN "isTransit" boolean NOT NULL DEFAULT 0`,
]);

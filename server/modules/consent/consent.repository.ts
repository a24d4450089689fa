import { insertInto } from "../../platform/db/entityQueries";
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { ConsentEntity } from "./consent.entity";

/** Returns all consents of applicants, oldest first. */
export async function findConsents(
  source: RowSource,
  visaApplicantIds: readonly string[],
): Promise<ConsentEntity[]> {
  return findRowsByKeys(
    source,
    visaApplicantIds,
    (marks) => `SELECT * FROM consent WHERE "visaApplicantId" IN (${marks}) ORDER BY "givenAt", "consentId"`,
  );
}

export const insertConsent = insertInto(ConsentEntity);

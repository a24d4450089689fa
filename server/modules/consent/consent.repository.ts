import { insertInto } from "../../platform/db/entityQueries";
import { nestRows } from "../../platform/db/nestedRows";
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { ConsentEntity } from "./consent.entity";

/** A column of `visa_applicant` with the applicant's consents, oldest first. */
export const nestedConsents = nestRows(ConsentEntity, {
  condition: `consent."visaApplicantId" = visa_applicant."visaApplicantId"`,
  orderBy: `"givenAt", "consentId"`,
});

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

import type { EntityManager } from "typeorm";
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

export async function insertConsent(transaction: EntityManager, consent: ConsentEntity): Promise<void> {
  await transaction.insert(ConsentEntity, consent);
}

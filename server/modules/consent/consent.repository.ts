import { In, type EntityManager } from "typeorm";
import { ConsentEntity } from "./consent.entity";

/** All consents of applicants, oldest first. */
export async function findConsents(
  db: EntityManager,
  visaApplicantIds: readonly string[],
): Promise<ConsentEntity[]> {
  return db
    .createQueryBuilder(ConsentEntity, "consent")
    .where({ visaApplicantId: In([...visaApplicantIds]) })
    .orderBy({ "consent.givenAt": "ASC", "consent.rowid": "ASC" })
    .getMany();
}

export async function insertConsent(transaction: EntityManager, consent: ConsentEntity): Promise<void> {
  await transaction.insert(ConsentEntity, consent);
}

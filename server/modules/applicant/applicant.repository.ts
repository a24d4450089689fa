import { In, Not, type EntityManager } from "typeorm";
import { VisaApplicantEntity } from "./applicant.entity";

export async function findApplicant(
  db: EntityManager,
  visaApplicantId: string,
): Promise<VisaApplicantEntity | undefined> {
  return (await db.findOneBy(VisaApplicantEntity, { visaApplicantId })) ?? undefined;
}

/** The travellers of requests, in the order they were added. */
export async function findApplicantsOf(
  db: EntityManager,
  visaRequestIds: readonly string[],
): Promise<VisaApplicantEntity[]> {
  return db.find(VisaApplicantEntity, {
    where: { visaRequestId: In([...visaRequestIds]) },
    order: { createdAt: "ASC", visaApplicantId: "ASC" },
  });
}

export async function countApplicants(db: EntityManager, visaRequestId: string): Promise<number> {
  return db.countBy(VisaApplicantEntity, { visaRequestId });
}

/** Whether another traveller of the request has the passport that these indexes are of. */
export async function hasPassportTwin(
  db: EntityManager,
  row: Pick<VisaApplicantEntity, "visaRequestId" | "visaApplicantId">,
  passportIndexes: readonly string[],
): Promise<boolean> {
  const { visaRequestId, visaApplicantId } = row;
  return db.existsBy(VisaApplicantEntity, {
    visaRequestId,
    passportNumberIndex: In([...passportIndexes]),
    visaApplicantId: Not(visaApplicantId),
  });
}

export async function insertApplicant(
  transaction: EntityManager,
  applicant: VisaApplicantEntity,
): Promise<void> {
  await transaction.insert(VisaApplicantEntity, applicant);
}

export async function updateApplicant(
  transaction: EntityManager,
  { visaApplicantId, ...changes }: VisaApplicantEntity,
): Promise<void> {
  await transaction.update(VisaApplicantEntity, { visaApplicantId }, changes);
}

export async function removeApplicantsOf(transaction: EntityManager, visaRequestId: string): Promise<void> {
  await transaction.delete(VisaApplicantEntity, { visaRequestId });
}

export async function removeApplicant(transaction: EntityManager, visaApplicantId: string): Promise<void> {
  await transaction.delete(VisaApplicantEntity, { visaApplicantId });
}

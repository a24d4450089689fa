import { In, Not, type EntityManager } from "typeorm";
import { findRow, findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { DomainError } from "../../core/errors";
import { StoredFileEntity } from "../file/file.entity";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { VisaApplicantEntity } from "./applicant.entity";
import { mayApplicantMove, type VisaApplicantStatus } from "./applicantStatus.rules";

export async function findApplicant(
  source: RowSource,
  visaApplicantId: string,
): Promise<VisaApplicantEntity | undefined> {
  return findRow(source, `SELECT * FROM visa_applicant WHERE "visaApplicantId" = ?`, [visaApplicantId]);
}

/** Returns the applicants of requests, in the order they were added. */
export async function findApplicantsByRequests(
  source: RowSource,
  visaRequestIds: readonly string[],
): Promise<VisaApplicantEntity[]> {
  return findRowsByKeys(
    source,
    visaRequestIds,
    (marks) =>
      `SELECT * FROM visa_applicant WHERE "visaRequestId" IN (${marks}) ORDER BY "createdAt", "visaApplicantId"`,
  );
}

/** Returns the applicants of all requests of a user. */
export async function findApplicantsOfUser(
  db: EntityManager,
  userId: string,
): Promise<VisaApplicantEntity[]> {
  return db
    .createQueryBuilder(VisaApplicantEntity, "applicant")
    .innerJoin(VisaRequestEntity, "request", `request."visaRequestId" = applicant."visaRequestId"`)
    .where(`request."userId" = :userId`, { userId })
    .getMany();
}

export async function countApplicants(db: EntityManager, visaRequestId: string): Promise<number> {
  return db.countBy(VisaApplicantEntity, { visaRequestId });
}

/** Whether another applicant of the request has a passport with one of these indexes. */
export async function hasDuplicatePassport(
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
  {
    visaApplicantId,
    ...changes
  }: Pick<VisaApplicantEntity, "visaApplicantId"> &
    Partial<Omit<VisaApplicantEntity, "visaApplicantStatus" | "createdAt">>,
): Promise<void> {
  await transaction.update(VisaApplicantEntity, { visaApplicantId }, changes);
}

/**
 * Changes the status of an applicant, if the move is allowed and no other writer changed it first. Errors:
 * INVALID_STATE for a move that is not allowed, CONFLICT if it has changed.
 */
export async function moveApplicant(
  transaction: EntityManager,
  { visaApplicantId, visaApplicantStatus: from }: VisaApplicantEntity,
  to: VisaApplicantStatus,
  changes: Partial<Pick<VisaApplicantEntity, "decidedAt" | "rejectionReason" | "decisionNoteSealed">> = {},
): Promise<void> {
  assertMove(from, to);
  const { affected } = await transaction.update(
    VisaApplicantEntity,
    { visaApplicantId, visaApplicantStatus: from },
    { ...changes, visaApplicantStatus: to },
  );
  if (affected !== 1)
    throw new DomainError("CONFLICT", "This traveller was changed in the meantime. Please try again");
}

/** Errors: INVALID_STATE if the move is not in `applicantMoves`. */
export function assertMove(from: VisaApplicantStatus, to: VisaApplicantStatus): void {
  if (!mayApplicantMove(from, to))
    throw new DomainError("INVALID_STATE", "In the state that this traveller is in, this cannot be done");
}

export async function removeApplicantsByRequest(
  transaction: EntityManager,
  visaRequestId: string,
): Promise<void> {
  await transaction.delete(VisaApplicantEntity, { visaRequestId });
}

export async function removeApplicant(transaction: EntityManager, visaApplicantId: string): Promise<void> {
  await transaction.delete(VisaApplicantEntity, { visaApplicantId });
}

/** Returns the total size of a user's uploads without the given files. Visas from staff do not count. */
export async function measureFilesByUser(
  db: EntityManager,
  userId: string,
  exceptFileIds: readonly string[],
): Promise<{ bytes: number; files: number }> {
  const query = db
    .createQueryBuilder(StoredFileEntity, "file")
    .innerJoin(VisaApplicantEntity, "applicant", "applicant.visaApplicantId = file.visaApplicantId")
    .innerJoin(VisaRequestEntity, "request", "request.visaRequestId = applicant.visaRequestId")
    .select("coalesce(sum(file.size), 0)", "bytes")
    .addSelect("count(*)", "files")
    .where("request.userId = :userId AND file.purpose <> 'VISA'", { userId });
  if (exceptFileIds.length > 0) query.andWhere("file.fileId NOT IN (:...exceptFileIds)", { exceptFileIds });
  const { bytes, files } = (await query.getRawOne<{ bytes: number; files: number }>())!;
  return { bytes: Number(bytes), files: Number(files) };
}

import { In, type EntityManager } from "typeorm";
import { VisaApplicantEntity } from "../applicant/applicant.entity";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { StoredFileEntity } from "./file.entity";

/** The files of travellers, in the order they were sent. */
export async function findFilesOf(
  db: EntityManager,
  visaApplicantIds: readonly string[],
): Promise<StoredFileEntity[]> {
  return db.find(StoredFileEntity, {
    where: { visaApplicantId: In([...visaApplicantIds]) },
    order: { purpose: "ASC", position: "ASC" },
  });
}

export async function findFile(db: EntityManager, fileId: string): Promise<StoredFileEntity | undefined> {
  return (await db.findOneBy(StoredFileEntity, { fileId })) ?? undefined;
}

/** The ids of all files that have a row. */
export async function findAllFileIds(db: EntityManager): Promise<Set<string>> {
  const rows = await db.find(StoredFileEntity, { select: { fileId: true } });
  return new Set(rows.map(({ fileId }) => fileId));
}

/** What a person has sent comes to, without the files named; visas that staff put there do not count. */
export async function measureFilesOf(
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

export async function insertFiles(transaction: EntityManager, files: StoredFileEntity[]): Promise<void> {
  await transaction.insert(StoredFileEntity, files);
}

export async function removeFiles(transaction: EntityManager, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await transaction.delete(StoredFileEntity, { fileId: In([...fileIds]) });
}

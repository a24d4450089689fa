import { IsNull, type EntityManager } from "typeorm";
import { findBy, findRowsBy, insertInto, updateWhere } from "../../../platform/db/entityQueries";
import { ApplicantCorrectionEntity } from "./correction.entity";

/** Returns open corrections in the order they were requested. */
export const findOpenCorrections = findRowsBy(ApplicantCorrectionEntity, "visaApplicantId", {
  condition: `"closedAt" IS NULL`,
  orderBy: `"askedAt", position`,
});

export const findCorrections = findRowsBy(ApplicantCorrectionEntity, "visaApplicantId", {
  orderBy: `"askedAt", position`,
});

export const findCorrection = findBy(ApplicantCorrectionEntity, "correctionId");

const changeCorrections = updateWhere(ApplicantCorrectionEntity);

/** Changes a correction if it is open; returns false if it is closed. */
export const changeOpenCorrection = (
  transaction: EntityManager,
  correctionId: string,
  changes: Partial<Pick<ApplicantCorrectionEntity, "reason" | "noteSealed" | "closedAt">>,
) => changeCorrections(transaction, { correctionId, closedAt: IsNull() }, changes);

export const insertCorrections = insertInto(ApplicantCorrectionEntity);

export async function saveAnswer(
  transaction: EntityManager,
  correctionId: string,
  answerSealed: string,
): Promise<void> {
  await changeCorrections(transaction, { correctionId }, { answerSealed });
}

export async function closeOpenCorrections(
  transaction: EntityManager,
  visaApplicantId: string,
  at: Date,
): Promise<void> {
  const open = { visaApplicantId, closedAt: IsNull() };
  await changeCorrections(transaction, open, { closedAt: at.toISOString() });
}

import { In, type EntityManager } from "typeorm";
import { findRow, type RowSource } from "../../../platform/db/rowSource";
import { RequirementListEntity } from "../catalogue.entity";
import type { VisaRequirement } from "./requirement.rules";

/** Returns the rows that are not stored yet. */
export async function findMissingLists(
  db: EntityManager,
  rows: readonly RequirementListEntity[],
): Promise<RequirementListEntity[]> {
  const stored = await db.find(RequirementListEntity, {
    select: { requirementListId: true },
    where: { requirementListId: In(rows.map(({ requirementListId }) => requirementListId)) },
  });
  const known = new Set(stored.map(({ requirementListId }) => requirementListId));
  return rows.filter(({ requirementListId }) => !known.has(requirementListId));
}

/** Skips rows that are already stored, because another process may store the same lists at the same time. */
export async function insertLists(transaction: EntityManager, rows: RequirementListEntity[]): Promise<void> {
  if (rows.length === 0) return;
  const query = transaction.createQueryBuilder().insert().into(RequirementListEntity);
  await query.values(rows).orIgnore().execute();
}

export async function findRequirementList(
  source: RowSource,
  requirementListId: string,
): Promise<VisaRequirement[] | undefined> {
  const sql = `SELECT requirements FROM requirement_list WHERE "requirementListId" = ?`;
  const row = await findRow<{ requirements: string }>(source, sql, [requirementListId]);
  return row && (JSON.parse(row.requirements) as VisaRequirement[]);
}

/**
 * Encrypts comments that were stored before encryption existed. Invariants: they stay readable in the meantime; each
 * batch is one transaction, so the next start continues after a crash.
 */
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Database } from "../../platform/db/database";
import { queryRows } from "../../platform/db/rowSource";
import { clearMark, commentsText, decryptComments } from "./applicant.crypto";

const batchRows = 500;

interface CommentsRow {
  visaApplicantId: string;
  commentsSealed: string;
}

export async function encryptClearComments(db: Database, keys: KeyRing): Promise<number> {
  let total = 0;
  for (let rows = await encryptBatch(db, keys); rows > 0; rows = await encryptBatch(db, keys)) total += rows;
  if (total > 0) await db.purgeDeleted();
  return total;
}

async function encryptBatch(db: Database, keys: KeyRing): Promise<number> {
  if ((await findClear(db.read, 1)).length === 0) return 0;
  return db.write(async (transaction) => {
    const rows = await findClear(transaction, batchRows);
    for (const row of rows)
      await queryRows(
        transaction,
        `UPDATE visa_applicant SET "commentsSealed" = ? WHERE "visaApplicantId" = ?`,
        [commentsText.encrypt(keys, row.visaApplicantId, decryptComments(keys, row)), row.visaApplicantId],
      );
    return rows.length;
  });
}

async function findClear(db: EntityManager, limit: number): Promise<CommentsRow[]> {
  const sql = `SELECT "visaApplicantId", "commentsSealed" FROM visa_applicant
    WHERE substr("commentsSealed", 1, ${clearMark.length}) = '${clearMark}' LIMIT ${limit}`;
  return queryRows<CommentsRow>(db, sql);
}

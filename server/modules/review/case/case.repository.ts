import { findRowsBy, insertInto, removeBy } from "../../../platform/db/entityQueries";
import { queryRows, type RowSource } from "../../../platform/db/rowSource";
import { StaffNoteEntity } from "./staffNote.entity";

export const findNotes = findRowsBy(StaffNoteEntity, "visaRequestId", {
  orderBy: `"createdAt", "staffNoteId"`,
});

export const insertNote = insertInto(StaffNoteEntity);
export const removeStaffNotesByRequest = removeBy(StaffNoteEntity, "visaRequestId");

interface PassportUse {
  passportNumberIndex: string;
  visaRequestId: string;
  visaReferenceNo: string;
}

/** Returns queued and decided applications with these passports, at most `limit` per passport, newest first. */
export async function findPassportUses(
  source: RowSource,
  passportIndexes: readonly string[],
  limit: number,
): Promise<PassportUse[]> {
  return queryRows<PassportUse>(
    source,
    `SELECT "passportNumberIndex", "visaRequestId", "visaReferenceNo" FROM (
       SELECT applicant."passportNumberIndex", request."visaRequestId", request."visaReferenceNo",
         row_number() OVER (PARTITION BY applicant."passportNumberIndex"
           ORDER BY request."createdAt" DESC, request."visaRequestId") AS place
       FROM visa_applicant applicant JOIN visa_request request USING ("visaRequestId")
       WHERE applicant."passportNumberIndex" IN (${passportIndexes.map(() => "?").join(", ")})
         AND request."visaRequestStatus" NOT IN ('PENDING', 'CANCELLED')) AS uses
     WHERE place <= ? ORDER BY place`,
    [...passportIndexes, limit],
  );
}

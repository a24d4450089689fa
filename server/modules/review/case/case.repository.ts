/** What is read of a case beside the application itself. */
import type { EntityManager } from "typeorm";
import { PaymentEntity } from "../../payment/payment.entity";
import type { StaffPerson } from "./case.view";
import { StaffNoteEntity } from "./staffNote.entity";

export async function findNotes(db: EntityManager, visaRequestId: string): Promise<StaffNoteEntity[]> {
  return db.find(StaffNoteEntity, {
    where: { visaRequestId },
    order: { createdAt: "ASC", staffNoteId: "ASC" },
  });
}

export async function insertNote(transaction: EntityManager, note: StaffNoteEntity): Promise<void> {
  await transaction.insert(StaffNoteEntity, note);
}

export async function removeStaffNotesOf(transaction: EntityManager, visaRequestId: string): Promise<void> {
  await transaction.delete(StaffNoteEntity, { visaRequestId });
}

export async function findPaymentsOf(db: EntityManager, visaRequestId: string): Promise<PaymentEntity[]> {
  return db.find(PaymentEntity, {
    where: { visaRequestId },
    order: { createdAt: "ASC", razorpayPaymentId: "ASC" },
  });
}

/** Where else a passport is in: by its index, the reference number of an application. */
export interface PassportUse {
  passportNumberIndex: string;
  visaRequestId: string;
  visaReferenceNo: string;
}

/** Applications on the desk or decided with these passports, the newest of each first, `limit` of each. */
export async function findPassportUses(
  db: EntityManager,
  passportIndexes: readonly string[],
  limit: number,
): Promise<PassportUse[]> {
  return db.query<PassportUse[]>(
    `SELECT "passportNumberIndex", "visaRequestId", "visaReferenceNo" FROM (
       SELECT applicant."passportNumberIndex", request."visaRequestId", request."visaReferenceNo",
         row_number() OVER (PARTITION BY applicant."passportNumberIndex"
           ORDER BY request."createdAt" DESC, request."visaRequestId") AS place
       FROM visa_applicant applicant JOIN visa_request request USING ("visaRequestId")
       WHERE applicant."passportNumberIndex" IN (${passportIndexes.map(() => "?").join(", ")})
         AND request."visaRequestStatus" NOT IN ('PENDING', 'CANCELLED'))
     WHERE place <= ? ORDER BY place`,
    [...passportIndexes, limit],
  );
}

/** Accounts by id, with whether they are staff's; of an erased one the id alone is left. */
export async function findPeople(db: EntityManager, userIds: readonly string[]): Promise<StaffPerson[]> {
  const rows = await db.query<{ userId: string; name: string; phoneNumber: string; isStaff: 0 | 1 }[]>(
    `SELECT "userId", name, CASE WHEN "phoneNumber" LIKE '+%' THEN "phoneNumber" ELSE '' END AS "phoneNumber",
       EXISTS (SELECT 1 FROM staff_member member WHERE member."phoneNumber" = person."phoneNumber") AS "isStaff"
     FROM user_account person WHERE "userId" IN (${userIds.map(() => "?").join(", ")})`,
    [...userIds],
  );
  return rows.map(({ userId, name, phoneNumber, isStaff }) => ({
    staffId: userId,
    name,
    phoneNumber,
    isStaff: isStaff === 1,
  }));
}

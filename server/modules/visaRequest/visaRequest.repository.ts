import { randomUUID } from "node:crypto";
import { In, Not, type EntityManager } from "typeorm";
import { DomainError } from "../../errors";
import { VisaRequestEntity, VisaRequestEventEntity } from "./visaRequest.entity";
import { visaRequestStatuses, type VisaRequestStatus } from "./visaRequest.rules";

export async function findRequest(
  db: EntityManager,
  visaRequestId: string,
): Promise<VisaRequestEntity | undefined> {
  return (await db.findOneBy(VisaRequestEntity, { visaRequestId })) ?? undefined;
}

/** The request where it is that user's. */
export async function findOwnRequest(
  db: EntityManager,
  visaRequestId: string,
  userId: string,
): Promise<VisaRequestEntity | undefined> {
  return (await db.findOneBy(VisaRequestEntity, { visaRequestId, userId })) ?? undefined;
}

/** A user's requests, newest first, from behind the sort key `after`. */
export async function findRequestsOf(
  db: EntityManager,
  userId: string,
  { limit, after }: { limit?: number; after?: { createdAt: string; visaRequestId: string } },
): Promise<VisaRequestEntity[]> {
  const query = db
    .createQueryBuilder(VisaRequestEntity, "request")
    .where({ userId })
    .orderBy({ "request.createdAt": "DESC", "request.visaRequestId": "DESC" });
  if (after)
    query.andWhere(`(request."createdAt", request."visaRequestId") < (:createdAt, :visaRequestId)`, after);
  return query.limit(limit).getMany();
}

/** A user's requests that are open for changes (`isOpenForChanges`), newest first; those of that total where it is given. */
export async function findOpenRequestsOf(
  db: EntityManager,
  userId: string,
  { limit, totalPrice }: { limit: number; totalPrice?: number },
): Promise<VisaRequestEntity[]> {
  return db.find(VisaRequestEntity, {
    where: { userId, visaRequestStatus: "PENDING", paymentStatus: Not("PAID"), totalPrice },
    order: { createdAt: "DESC", visaRequestId: "DESC" },
    take: limit,
  });
}

export async function countOpenRequestsOf(db: EntityManager, userId: string): Promise<number> {
  return db.countBy(VisaRequestEntity, { userId, visaRequestStatus: "PENDING", paymentStatus: Not("PAID") });
}

export async function countRequestsOf(db: EntityManager, userId: string): Promise<number> {
  return db.countBy(VisaRequestEntity, { userId });
}

export async function insertRequest(transaction: EntityManager, request: VisaRequestEntity): Promise<void> {
  await transaction.insert(VisaRequestEntity, request);
  await insertEvent(transaction, request.visaRequestId, request.visaRequestStatus, request.createdAt, null);
}

/**
 * Changes the request by compare-and-set: only where it still has the version that was read, so that of two
 * at once one fails with CONFLICT. A new status is also kept in the timeline.
 */
export async function changeRequest(
  transaction: EntityManager,
  read: VisaRequestEntity,
  changes: Partial<Omit<VisaRequestEntity, "visaRequestId" | "version">>,
  { at, note = null }: { at: Date; note?: string | null },
): Promise<void> {
  const { visaRequestId, version, visaRequestStatus } = read;
  const { affected } = await transaction.update(
    VisaRequestEntity,
    { visaRequestId, version, visaRequestStatus },
    { ...changes, version: version + 1, changedAt: at.toISOString() },
  );
  if (affected !== 1)
    throw new DomainError("CONFLICT", "This application was changed in the meantime. Please try again");
  const status = changes.visaRequestStatus;
  if (status && status !== visaRequestStatus)
    await insertEvent(transaction, visaRequestId, status, at.toISOString(), note);
}

/** Notes that something of the request was changed that is not in its own row. */
export async function touchRequest(
  transaction: EntityManager,
  visaRequestId: string,
  at: Date,
): Promise<void> {
  await transaction.update(VisaRequestEntity, { visaRequestId }, { changedAt: at.toISOString() });
}

async function insertEvent(
  transaction: EntityManager,
  visaRequestId: string,
  status: VisaRequestStatus,
  at: string,
  note: string | null,
): Promise<void> {
  await transaction.insert(VisaRequestEventEntity, {
    visaRequestEventId: randomUUID(),
    visaRequestId,
    at,
    status,
    note,
  });
}

/** The timelines of requests, oldest step first. */
export async function findEvents(
  db: EntityManager,
  visaRequestIds: readonly string[],
): Promise<VisaRequestEventEntity[]> {
  return db.find(VisaRequestEventEntity, {
    where: { visaRequestId: In([...visaRequestIds]) },
    order: { at: "ASC" },
  });
}

/** Gives all back that somebody works on, decided ones too: they are not there any longer. */
export async function releaseCasesOf(transaction: EntityManager, staffId: string): Promise<void> {
  await transaction.query(
    `UPDATE visa_request SET "assignedStaffId" = NULL, "assignedAt" = NULL, version = version + 1
     WHERE "visaRequestStatus" IN (${visaRequestStatuses.map(() => "?").join(", ")}) AND "assignedStaffId" = ?`,
    [...visaRequestStatuses, staffId],
  );
}

/** Applications of one account belong to another, which it became. */
export async function moveRequests(
  transaction: EntityManager,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction.update(VisaRequestEntity, { userId: from }, { userId: to });
}

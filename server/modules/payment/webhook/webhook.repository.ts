import { LessThanOrEqual, type EntityManager } from "typeorm";
import { WebhookEventEntity } from "./webhook.entity";

/** Puts the event into the inbox; one that is there already stays as it is. */
export async function saveEvent(transaction: EntityManager, event: WebhookEventEntity): Promise<void> {
  await transaction.createQueryBuilder().insert().into(WebhookEventEntity).values(event).orIgnore().execute();
}

/** What is to be processed at `now`, oldest first. */
export async function findPendingEvents(
  db: EntityManager,
  now: Date,
  limit: number,
): Promise<WebhookEventEntity[]> {
  return db.find(WebhookEventEntity, {
    where: { state: "PENDING", nextTryAt: LessThanOrEqual(now.toISOString()) },
    order: { nextTryAt: "ASC", receivedAt: "ASC" },
    take: limit,
  });
}

/** Changes the event while it is pending. */
export async function changePendingEvent(
  transaction: EntityManager,
  webhookEventId: string,
  changes: Partial<Omit<WebhookEventEntity, "webhookEventId">>,
): Promise<void> {
  await transaction.update(WebhookEventEntity, { webhookEventId, state: "PENDING" }, changes);
}

import type { EntityManager } from "typeorm";
import type { DueRows } from "../../../db/workOffDue";
import { WebhookEventEntity } from "./webhook.entity";

/** Puts the event into the inbox; one that is there already stays as it is. */
export async function saveEvent(transaction: EntityManager, event: WebhookEventEntity): Promise<void> {
  await transaction.createQueryBuilder().insert().into(WebhookEventEntity).values(event).orIgnore().execute();
}

/** What is to be processed. */
export const pendingEvents: DueRows = {
  table: "webhook_event",
  key: "webhookEventId",
  where: "state = 'PENDING'",
  values: [],
};

/** Changes the event while it is pending. */
export async function changePendingEvent(
  transaction: EntityManager,
  webhookEventId: string,
  changes: Partial<Omit<WebhookEventEntity, "webhookEventId">>,
): Promise<void> {
  await transaction.update(WebhookEventEntity, { webhookEventId, state: "PENDING" }, changes);
}

import type { EntityManager } from "typeorm";
import { updateWhere } from "../../../platform/db/entityQueries";
import type { DueRowsQuery } from "../../../platform/db/processDueRows";
import { WebhookEventEntity } from "./webhook.entity";

/** Inserts the event into the inbox, unless it is already there. */
export async function saveEvent(transaction: EntityManager, event: WebhookEventEntity): Promise<void> {
  await transaction.createQueryBuilder().insert().into(WebhookEventEntity).values(event).orIgnore().execute();
}

export const pendingEvents: DueRowsQuery = {
  table: "webhook_event",
  key: "webhookEventId",
  where: "state = 'PENDING'",
  values: [],
};

export const changeEvents = updateWhere(WebhookEventEntity);

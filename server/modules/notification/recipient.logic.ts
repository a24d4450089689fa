import type { EntityManager } from "typeorm";
import { findUser } from "../user/user.reads";
import type { NotificationEntity } from "./notification.entity";
import { addressByChannel } from "./notification.rules";

/** Returns the current number or address of a message's account; undefined if it has none. */
export async function findRecipient(
  db: EntityManager,
  { channel, userId }: Pick<NotificationEntity, "channel" | "userId">,
): Promise<string | undefined> {
  const user = await findUser(db, userId);
  return (user && addressByChannel[channel](user)) ?? undefined;
}

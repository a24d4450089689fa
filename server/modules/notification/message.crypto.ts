/** Encrypts the recipient and the contents of a message. */
import { EncryptedText } from "../../core/EncryptedText";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { MessageFacts } from "./messageTexts.rules";
import type { NotificationEntity } from "./notification.entity";

export const recipientText = new EncryptedText("message-to:");
export const factsText = new EncryptedText<MessageFacts>("message-params:");

export interface OpenedMessage {
  to: string;
  facts: MessageFacts;
}

/** Returns undefined if recipient and contents have been cleared. */
export function openMessage(
  keys: KeyRing,
  { notificationId, toSealed, paramsSealed }: NotificationEntity,
): OpenedMessage | undefined {
  if (toSealed === null || paramsSealed === null) return undefined;
  return {
    to: recipientText.decrypt(keys, notificationId, toSealed),
    facts: factsText.decryptJson(keys, notificationId, paramsSealed),
  };
}

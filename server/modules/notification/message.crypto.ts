/** Encrypts the recipient and the contents of a message. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { MessageFacts } from "./messageTexts.rules";
import type { NotificationEntity } from "./notification.entity";

const toContext = (notificationId: string) => `message-to:${notificationId}`;
const paramsContext = (notificationId: string) => `message-params:${notificationId}`;

export function encryptRecipient(keys: KeyRing, notificationId: string, to: string): string {
  return keys.encryptText(to, toContext(notificationId));
}

export function encryptFacts(keys: KeyRing, notificationId: string, facts: MessageFacts): string {
  return keys.encryptText(JSON.stringify(facts), paramsContext(notificationId));
}

/** The decrypted recipient and contents of a message. */
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
    to: keys.decryptText(toSealed, toContext(notificationId)),
    facts: JSON.parse(keys.decryptText(paramsSealed, paramsContext(notificationId))) as MessageFacts,
  };
}

/** Re-encrypts a message for `npm run keys:rotate`. */
export function reencryptMessage(
  keys: KeyRing,
  row: { notificationId: string; toSealed: string; paramsSealed: string },
): { toSealed: string; paramsSealed: string } {
  const { notificationId, toSealed, paramsSealed } = row;
  const params = paramsContext(notificationId);
  return {
    toSealed: encryptRecipient(keys, notificationId, keys.decryptText(toSealed, toContext(notificationId))),
    paramsSealed: keys.encryptText(keys.decryptText(paramsSealed, params), params),
  };
}

/** Encrypts the recipient and the contents of a message. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { MessageFacts } from "./messageTexts.rules";
import type { NotificationEntity } from "./notification.entity";

const toContext = (notificationId: string) => `message-to:${notificationId}`;
const paramsContext = (notificationId: string) => `message-params:${notificationId}`;

export function sealTo(keys: KeyRing, notificationId: string, to: string): string {
  return keys.sealText(to, toContext(notificationId));
}

export function sealFacts(keys: KeyRing, notificationId: string, facts: MessageFacts): string {
  return keys.sealText(JSON.stringify(facts), paramsContext(notificationId));
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
    to: keys.openText(toSealed, toContext(notificationId)),
    facts: JSON.parse(keys.openText(paramsSealed, paramsContext(notificationId))) as MessageFacts,
  };
}

/** Re-encrypts a message for `npm run keys:rotate`. */
export function resealMessage(
  keys: KeyRing,
  row: { notificationId: string; toSealed: string; paramsSealed: string },
): { toSealed: string; paramsSealed: string } {
  const { notificationId, toSealed, paramsSealed } = row;
  const params = paramsContext(notificationId);
  return {
    toSealed: sealTo(keys, notificationId, keys.openText(toSealed, toContext(notificationId))),
    paramsSealed: keys.sealText(keys.openText(paramsSealed, params), params),
  };
}

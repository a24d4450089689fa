/** The secrets of an endpoint, the signature, and the request that carries an event (Standard Webhooks). */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { EncryptedText } from "../../../core/EncryptedText";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { WebhookMessage } from "../../../core/webhookPort";
import { oldSecretHours } from "./webhook.rules";

/** After a rotation, messages are signed with both secrets until `until`. */
export interface WebhookSecrets {
  current: string;
  previous?: { secret: string; until: string };
}

export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function rotateSecrets({ current }: WebhookSecrets, now: Date): WebhookSecrets {
  const until = new Date(now.getTime() + oldSecretHours * 60 * 60_000).toISOString();
  return { current: makeSecret(), previous: { secret: current, until } };
}

/** Returns the previous secret if messages are still signed with it. */
export function findPrevious({ previous }: WebhookSecrets, now: Date): WebhookSecrets["previous"] {
  return previous && previous.until > now.toISOString() ? previous : undefined;
}

export const secretsText = new EncryptedText<WebhookSecrets>("webhook/");

export function decryptSecrets(
  keys: KeyRing,
  { endpointId, secretsSealed }: { endpointId: string; secretsSealed: string },
): WebhookSecrets {
  return secretsText.decryptJson(keys, endpointId, secretsSealed);
}

export function signMessage(
  { id, url, payload }: { id: string; url: string; payload: object },
  given: WebhookSecrets,
  now: Date,
): WebhookMessage {
  const body = JSON.stringify(payload);
  const previous = findPrevious(given, now);
  const secrets = [given.current, ...(previous ? [previous.secret] : [])];
  return {
    url,
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Visaport-Webhooks/1",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
    },
  };
}

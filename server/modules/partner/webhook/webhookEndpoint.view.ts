import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import { toEventName, type PartnerEventName } from "../event/partnerEvent.rules";
import { decryptSecrets, findPrevious } from "./webhook.crypto";
import type { WebhookEndpointEntity } from "./webhook.entity";
import { stateOf, type WebhookState } from "./webhook.rules";

/** An endpoint as its partner sees it. */
export interface WebhookEndpointView extends Pick<
  WebhookEndpointEntity,
  "endpointId" | "url" | "createdAt" | "failingSince" | "pausedAt" | "endedAt"
> {
  types: PartnerEventName[];
  state: WebhookState;
  /** The previous secret signs until then; null if it does not. */
  oldSecretUntil: string | null;
}

export function viewEndpoint(endpoint: WebhookEndpointEntity, keys: KeyRing, now: Date): WebhookEndpointView {
  const { endpointId, url, types, createdAt, failingSince, pausedAt, endedAt } = endpoint;
  return {
    endpointId,
    url,
    types: types.map(toEventName),
    state: stateOf(endpoint),
    createdAt,
    failingSince,
    pausedAt,
    endedAt,
    oldSecretUntil: findPrevious(decryptSecrets(keys, endpoint), now)?.until ?? null,
  };
}

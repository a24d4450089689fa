import type { DepsOf } from "../../../platform/adapters/Platform";
import { WebhookDeliveryService } from "./webhookDelivery.service";
import { WebhookEndpointService } from "./webhookEndpoint.service";
import { WebhookReplayService } from "./webhookReplay.service";

type Deps = DepsOf<typeof WebhookDeliveryService | typeof WebhookEndpointService>;

export function wireWebhook(earlier: Omit<Deps, "brand">, { brand }: { brand: string }) {
  const webhookDelivery = new WebhookDeliveryService({ ...earlier, brand });
  return {
    webhookDelivery,
    webhookEndpoints: new WebhookEndpointService(earlier),
    webhookReplays: new WebhookReplayService({ ...earlier, webhookDelivery }),
  };
}

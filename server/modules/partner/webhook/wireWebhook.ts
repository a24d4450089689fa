import type { Platform } from "../../../platform/adapters/Platform";
import type { AuditService } from "../../audit/audit.service";
import type { PartnerEventService } from "../event/partnerEvent.service";
import { WebhookDeliveryService } from "./webhookDelivery.service";
import { WebhookEndpointService } from "./webhookEndpoint.service";
import { WebhookReplayService } from "./webhookReplay.service";

interface Earlier {
  audit: AuditService;
  partnerEvents: PartnerEventService;
}

export function wireWebhook(earlier: Platform & Earlier, { brand }: { brand: string }) {
  const webhookDelivery = new WebhookDeliveryService({ ...earlier, brand });
  return {
    webhookDelivery,
    webhookEndpoints: new WebhookEndpointService({ ...earlier, webhookDelivery }),
    webhookReplays: new WebhookReplayService({ ...earlier, webhookDelivery }),
  };
}

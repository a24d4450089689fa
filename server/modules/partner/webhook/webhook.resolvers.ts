import { spreadPayload, toPayload } from "../../../platform/graphql/payload";
import type { PartialResolvers, ResolverContext } from "../../completeResolvers";
import type { WebhookEndpointService } from "./webhookEndpoint.service";
import type { WebhookReplayService } from "./webhookReplay.service";

type Context = ResolverContext<{
  webhookEndpoints: WebhookEndpointService;
  webhookReplays: WebhookReplayService;
}>;

export const webhookResolvers = {
  Query: {
    webhookEndpoints: (_root, { partnerId }, { services, caller }) =>
      services.webhookEndpoints.list(caller, partnerId),
  },
  Mutation: {
    createWebhookEndpoint: (_root, { input }, { services, caller }) =>
      spreadPayload(() => services.webhookEndpoints.create(caller, input)),
    updateWebhookEndpoint: (_root, { input }, { services, caller }) =>
      toPayload("endpoint", () => services.webhookEndpoints.change(caller, input)),
    rotateWebhookSecret: (_root, { input }, { services, caller }) =>
      spreadPayload(() => services.webhookEndpoints.rotateSecret(caller, input)),
    endWebhookEndpoint: (_root, { input }, { services, caller }) =>
      toPayload("endpoint", () => services.webhookEndpoints.end(caller, input.endpointId)),
    partnerReplay: (_root, { input }, { services, caller }) =>
      toPayload("count", () => services.webhookReplays.replay(caller, input)),
    partnerPing: (_root, { input }, { services, caller }) =>
      toPayload("attempt", () => services.webhookEndpoints.ping(caller, input.endpointId)),
  },
  WebhookEndpoint: {
    attempts: (endpoint, _args, { services }) => services.webhookReplays.listAttempts(endpoint),
    failedDeliveries: (endpoint, { first, after }, { services }) =>
      services.webhookReplays.pageFailed(endpoint, { first: first ?? 20, after }),
  },
} satisfies PartialResolvers<Context>;

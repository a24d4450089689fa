import type { PartialResolvers, ResolverContext } from "../../completeResolvers";
import type { PartnerEventService } from "./partnerEvent.service";

type Context = ResolverContext<{ partnerEvents: PartnerEventService }>;

export const partnerEventResolvers = {
  Query: {
    partnerEvents: (_root, { first, ...given }, { services, caller }) =>
      services.partnerEvents.page(caller, { ...given, first: first ?? 100 }),
  },
} satisfies PartialResolvers<Context>;

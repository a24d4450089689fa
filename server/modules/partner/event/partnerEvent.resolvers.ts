import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import type { PartnerEventService } from "./partnerEvent.service";

type Context = ResolverContext<{ partnerEvents: PartnerEventService }>;

export const partnerEventQueries: Pick<ResolversOf<"Query", Context>, "partnerEvents"> = {
  partnerEvents: (_root, { first, ...given }, { services, caller }) =>
    services.partnerEvents.page(caller, { ...given, first: first ?? 100 }),
};

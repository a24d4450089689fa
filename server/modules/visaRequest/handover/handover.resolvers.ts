import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import type { HandoverService } from "./handover.service";

type Context = ResolverContext<{ handovers: HandoverService }>;

export const handoverResolvers = {
  Query: {
    handover: async (_root, { token }, { services, caller }) => {
      const mobileEnding = await services.handovers.findEnding(caller, token);
      return mobileEnding === undefined ? null : { mobileEnding };
    },
  },
  Mutation: {
    createHandover: (_root, { input }, { services, caller }) =>
      toPayload("handover", () => services.handovers.create(caller, input)),
    takeHandover: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () => services.handovers.take(caller, input.token)),
  },
} satisfies PartialResolvers<Context>;

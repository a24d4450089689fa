import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { UserService } from "./user.service";

type Context = ResolverContext<{ users: UserService }>;

export const userResolvers = {
  Query: {
    me: async (_root, _args, { services, caller }) => (await services.users.findMe(caller)) ?? null,
  },
  Mutation: {
    updateProfile: (_root, { input }, { services, caller }) =>
      toPayload("user", () => services.users.updateProfile(caller, input)),
  },
} satisfies PartialResolvers<Context>;

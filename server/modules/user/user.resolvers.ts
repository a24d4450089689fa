import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { UserService } from "./user.service";

type Context = ResolverContext<{ users: UserService }>;

export const userQueries: Pick<ResolversOf<"Query", Context>, "me"> = {
  me: async (_root, _args, { services, caller }) => (await services.users.findMe(caller)) ?? null,
};

export const userMutations: Pick<ResolversOf<"Mutation", Context>, "updateProfile"> = {
  updateProfile: (_root, { input }, { services, caller }) =>
    toPayload("user", () => services.users.updateProfile(caller, input)),
};

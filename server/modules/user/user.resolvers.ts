import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { UserService } from "./user.service";

type Context = ResolverContext<{ users: UserService }>;

export const userQueries: Pick<ResolversOf<"Query", Context>, "me"> = {
  me: async (_root, _args, { services, viewer }) => (await services.users.findMe(viewer)) ?? null,
};

export const userMutations: Pick<ResolversOf<"Mutation", Context>, "updateProfile"> = {
  updateProfile: (_root, { input }, { services, viewer }) =>
    toPayload("user", () => services.users.updateProfile(viewer, input)),
};

import { toPayload } from "../../platform/graphql/payload";
import type { ResolversOf } from "../completeResolvers";

export const userQueries: Pick<ResolversOf<"Query">, "me"> = {
  me: async (_root, _args, { services, viewer }) => (await services.users.findMe(viewer)) ?? null,
};

export const userMutations: Pick<ResolversOf<"Mutation">, "updateProfile"> = {
  updateProfile: (_root, { input }, { services, viewer }) =>
    toPayload("user", () => services.users.updateProfile(viewer, input)),
};

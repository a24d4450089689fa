import { toPayload } from "../../platform/graphql/payload";
import type { ResolversOf } from "../completeResolvers";

export const accountMutations: Pick<ResolversOf<"Mutation">, "createAccountExport" | "eraseAccount"> = {
  createAccountExport: (_root, { input }, { services, viewer }) =>
    toPayload("accountExport", () => services.accountExport.createLink(viewer, input ?? {})),
  eraseAccount: async (_root, { input }, { services, viewer }) => {
    const { erased, userErrors } = await toPayload("erased", async () => {
      const result = await services.accountErasure.erase(viewer, input);
      return result.erased;
    });
    return { erased: erased ?? false, userErrors };
  },
};

export const userErasureFields: Pick<ResolversOf<"User">, "erasureBlockedBy"> = {
  erasureBlockedBy: ({ userId }, _args, { services, viewer }) =>
    services.accountErasure.findBlockers(viewer, userId),
};

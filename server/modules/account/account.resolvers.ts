import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { AccountErasureService } from "./accountErasure.service";
import type { AccountExportService } from "./accountExport.service";

type Context = ResolverContext<{
  accountErasure: AccountErasureService;
  accountExport: AccountExportService;
}>;

export const accountMutations: Pick<
  ResolversOf<"Mutation", Context>,
  "createAccountExport" | "eraseAccount"
> = {
  createAccountExport: (_root, { input }, { services, caller }) =>
    toPayload("accountExport", () => services.accountExport.createLink(caller, input ?? {})),
  eraseAccount: async (_root, { input }, { services, caller }) => {
    const { erased, userErrors } = await toPayload("erased", async () => {
      const result = await services.accountErasure.erase(caller, input);
      return result.erased;
    });
    return { erased: erased ?? false, userErrors };
  },
};

export const userErasureFields: Pick<ResolversOf<"User", Context>, "erasureBlockedBy"> = {
  erasureBlockedBy: ({ userId }, _args, { services, caller }) =>
    services.accountErasure.findBlockers(caller, userId),
};

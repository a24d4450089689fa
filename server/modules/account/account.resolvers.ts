import { spreadPayload, toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { AccountErasureService } from "./accountErasure.service";
import type { AccountExportService } from "./accountExport.service";

type Context = ResolverContext<{
  accountErasure: AccountErasureService;
  accountExport: AccountExportService;
}>;

export const accountResolvers = {
  Mutation: {
    createAccountExport: (_root, { input }, { services, caller }) =>
      toPayload("accountExport", () => services.accountExport.createLink(caller, input ?? {})),
    eraseAccount: async (_root, { input }, { services, caller }) => ({
      erased: false,
      ...(await spreadPayload(() => services.accountErasure.erase(caller, input))),
    }),
  },
  User: {
    erasureBlockedBy: ({ userId }, _args, { services, caller }) =>
      services.accountErasure.findBlockers(caller, userId),
  },
} satisfies PartialResolvers<Context>;

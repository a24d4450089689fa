import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import type { MrzService } from "./mrz.service";

type Context = ResolverContext<{ mrz: MrzService }>;

export const mrzResolvers = {
  Mutation: {
    staffEnterMrz: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.mrz.enter(caller, input)),
  },
  StaffApplicant: {
    mrz: (view, _args, { services }) => services.mrz.report(view),
  },
} satisfies PartialResolvers<Context>;

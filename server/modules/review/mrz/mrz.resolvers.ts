import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import type { MrzService } from "./mrz.service";

type Context = ResolverContext<{ mrz: MrzService }>;

export const mrzMutations: Pick<ResolversOf<"Mutation", Context>, "staffEnterMrz"> = {
  staffEnterMrz: (_root, { input }, { services, caller }) =>
    toPayload("staffCase", () => services.mrz.enter(caller, input)),
};

export const staffApplicantMrz: Pick<ResolversOf<"StaffApplicant", Context>, "mrz"> = {
  mrz: (view, _args, { services }) => services.mrz.report(view),
};

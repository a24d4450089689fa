import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";

export const mrzMutations: Pick<ResolversOf<"Mutation">, "staffEnterMrz"> = {
  staffEnterMrz: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.mrz.enter(viewer, input)),
};

export const staffApplicantMrz: Pick<ResolversOf<"StaffApplicant">, "mrz"> = {
  mrz: (view, _args, { services }) => services.mrz.report(view),
};

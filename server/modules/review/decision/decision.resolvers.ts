import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";

export const decisionMutations: Pick<
  ResolversOf<"Mutation">,
  "staffApproveApplicant" | "staffRejectApplicant"
> = {
  staffApproveApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", async () => {
      const visaFile = await input.visaFile;
      return services.decisions.approve(viewer, { ...input, visaFile });
    }),
  staffRejectApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.decisions.reject(viewer, input)),
};

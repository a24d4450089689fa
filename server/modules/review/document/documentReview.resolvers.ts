import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";

export const reviewMutations: Pick<
  ResolversOf<"Mutation">,
  | "staffJudgePaper"
  | "staffRequestCorrection"
  | "staffApproveApplicant"
  | "staffRejectApplicant"
  | "staffEnterMrz"
> = {
  staffJudgePaper: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.review.judgePaper(viewer, input)),
  staffRequestCorrection: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () =>
      services.review.requestCorrection(viewer, input.visaApplicantId, input.items),
    ),
  staffApproveApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", async () => {
      const visaFile = await input.visaFile;
      return services.decisions.approve(viewer, { ...input, visaFile });
    }),
  staffRejectApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.decisions.reject(viewer, input)),
  staffEnterMrz: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.review.enterMrz(viewer, input)),
};

export const reviewTypes: { StaffVerdict: ResolversOf<"StaffVerdict"> } = {
  StaffVerdict: {
    // Whoever judged a paper has an account: it is not erased while they are staff, only made nameless after.
    by: async ({ staffId }, _args, { loaders }) => (await loaders.staffPerson.load(staffId))!,
  },
};

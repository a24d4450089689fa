import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";

export const documentReviewMutations: Pick<
  ResolversOf<"Mutation">,
  "addVisaApplicantDocument" | "staffJudgePaper"
> = {
  addVisaApplicantDocument: (_root, { input }, { services, viewer }) =>
    toPayload("visaApplicant", async () => {
      const documentFiles = await Promise.all(input.documentFiles);
      return services.addedDocuments.add(viewer, { ...input, documentFiles });
    }),
  staffJudgePaper: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.documentReviews.review(viewer, input)),
};

export const documentReviewTypes: { StaffVerdict: ResolversOf<"StaffVerdict"> } = {
  StaffVerdict: {
    // Never missing: a reviewer's account may be anonymised, but is not deleted.
    by: async ({ staffId }, _args, { loaders }) => (await loaders.staffPerson.load(staffId))!,
  },
};

export const staffPaperFields: Pick<ResolversOf<"StaffPaper">, "verdict"> = {
  verdict: ({ fileId }, _args, { loaders }) => loaders.reviewOfFile.load(fileId),
};

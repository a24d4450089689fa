import DataLoader from "dataloader";
import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import type { AddedDocumentService } from "./addedDocument.service";
import type { DocumentReview, DocumentReviewService } from "./documentReview.service";
import type { StaffLoaders } from "../../staff/staff.resolvers";

type Context = ResolverContext<
  { addedDocuments: AddedDocumentService; documentReviews: DocumentReviewService },
  DocumentReviewLoaders & StaffLoaders
>;

export const documentReviewResolvers = {
  Mutation: {
    addVisaApplicantDocument: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", async () => {
        const documentFiles = await Promise.all(input.documentFiles ?? []);
        return services.addedDocuments.add(caller, { ...input, documentFiles });
      }),
    setVisaApplicantDocumentReason: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", () => services.addedDocuments.setReason(caller, input)),
    staffJudgePaper: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.documentReviews.review(caller, input)),
  },
  StaffVerdict: {
    // Never undefined, because a reviewer's account may be anonymised but not deleted.
    by: async ({ staffId }, _args, { loaders }) => (await loaders.staffPerson.load(staffId))!,
  },
  StaffPaper: {
    verdict: ({ fileId }, _args, { loaders }) => loaders.reviewOfFile.load(fileId),
  },
} satisfies PartialResolvers<Context>;

export function documentReviewLoaders({ documentReviews }: { documentReviews: DocumentReviewService }) {
  return {
    reviewOfFile: new DataLoader<string, DocumentReview | null>(async (fileIds) => {
      const reviews = await documentReviews.listReviews(fileIds);
      return fileIds.map((id) => reviews.find(({ fileId }) => fileId === id) ?? null);
    }),
  };
}
export type DocumentReviewLoaders = ReturnType<typeof documentReviewLoaders>;

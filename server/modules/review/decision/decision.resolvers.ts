import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import { requireSession } from "../../../core/principal";
import { listFiles } from "../case/case.view";
import type { MrzService } from "../mrz/mrz.service";
import { listOpenItems } from "./openItems.rules";
import type { DecisionService } from "./decision.service";
import type { VisaGrantService } from "./visaGrant.service";
import type { DocumentReviewLoaders } from "../document/documentReview.resolvers";

type Context = ResolverContext<
  { decisions: DecisionService; mrz: MrzService; visaGrants: VisaGrantService },
  DocumentReviewLoaders
>;

export const decisionResolvers = {
  Mutation: {
    staffApproveApplicant: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", async () => {
        const visaFile = await input.visaFile;
        return services.visaGrants.approve(caller, { ...input, visaFile });
      }),
    staffTakeBackApproval: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.decisions.takeBack(caller, input.visaApplicantId)),
    staffEnterMrz: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.mrz.enter(caller, input)),
    staffRejectApplicant: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.decisions.reject(caller, input)),
  },
  StaffApplicant: {
    mrz: (view, _args, { services }) => services.mrz.report(view),
    mayTakeBack: (view, _args, { services, caller }) =>
      services.decisions.mayTakeBack(requireSession(caller).userId, view),
    toldAt: (view, _args, { services }) => services.decisions.findTakeBackEnd(view),
    openItems: async (view, _args, { loaders, services }) => {
      const files = listFiles(view);
      const reviews = await Promise.all(files.map(({ fileId }) => loaders.reviewOfFile.load(fileId)));
      const reviewedFileIds = new Set(reviews.flatMap((review) => review?.fileId ?? []));
      return listOpenItems(files, { reviewedFileIds, mrz: services.mrz.report(view) });
    },
  },
} satisfies PartialResolvers<Context>;

import DataLoader from "dataloader";
import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import type { ApplicantView } from "../../applicant/applicant.view";
import type { CorrectionService, CorrectionView } from "./correction.service";
import type { CorrectionRequestService } from "./correctionRequest.service";

type Context = ResolverContext<
  {
    correctionRequests: CorrectionRequestService;
    corrections: CorrectionService;
  },
  CorrectionLoaders
>;

export const correctionResolvers = {
  Mutation: {
    sendCorrection: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", async () => {
        const papers = (input.papers ?? []).map(async ({ correctionId, file }) => ({
          correctionId,
          file: await file,
        }));
        const answer = { papers: await Promise.all(papers), fields: input.fields ?? [] };
        return services.corrections.send(caller, input.visaApplicantId, answer, input.idempotencyKey);
      }),
    staffRequestCorrection: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () =>
        services.correctionRequests.request(caller, input.visaApplicantId, input.items),
      ),
    staffChangeCorrection: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.correctionRequests.change(caller, input)),
    staffWithdrawCorrection: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.correctionRequests.withdraw(caller, input.correctionId)),
  },
  StaffApplicant: {
    corrections: findOpen,
    answeredCorrections: ({ visaApplicantId }, _args, { services }) =>
      services.corrections.listAnswered(visaApplicantId),
    replacedPapers: ({ visaApplicantId }, _args, { services }) =>
      services.corrections.listReplaced(visaApplicantId),
  },
  VisaApplicant: {
    corrections: findOpen,
  },
} satisfies PartialResolvers<Context>;

/** Only applicants with ACTION_REQUIRED have open corrections, so the others need no query. */
function findOpen(
  { visaApplicantId, visaApplicantStatus }: Pick<ApplicantView, "visaApplicantId" | "visaApplicantStatus">,
  _args: unknown,
  { loaders }: Context,
) {
  return visaApplicantStatus === "ACTION_REQUIRED"
    ? loaders.correctionsOfApplicant.load(visaApplicantId)
    : [];
}

export function correctionLoaders({ corrections }: { corrections: CorrectionService }) {
  return {
    correctionsOfApplicant: new DataLoader<string, CorrectionView[]>(async (applicantIds) => {
      const open = await corrections.listOpen(applicantIds);
      return applicantIds.map((id) => open.filter(({ visaApplicantId }) => visaApplicantId === id));
    }),
  };
}
export type CorrectionLoaders = ReturnType<typeof correctionLoaders>;

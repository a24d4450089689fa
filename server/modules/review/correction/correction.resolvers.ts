import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";

export const correctionMutations: Pick<
  ResolversOf<"Mutation">,
  "sendCorrection" | "staffChangeCorrection" | "staffRequestCorrection" | "staffWithdrawCorrection"
> = {
  sendCorrection: (_root, { input }, { services, viewer }) =>
    toPayload("visaApplicant", async () => {
      const papers = (input.papers ?? []).map(async ({ correctionId, file }) => ({
        correctionId,
        file: await file,
      }));
      const answer = { papers: await Promise.all(papers), fields: input.fields ?? [] };
      return services.corrections.send(viewer, input.visaApplicantId, answer);
    }),
  staffRequestCorrection: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () =>
      services.correctionRequests.request(viewer, input.visaApplicantId, input.items),
    ),
  staffChangeCorrection: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.openCorrections.change(viewer, input)),
  staffWithdrawCorrection: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.openCorrections.withdraw(viewer, input.correctionId)),
};

/** Open corrections, for the application and the case. */
export const applicantCorrectionFields: Pick<ResolversOf<"VisaApplicant">, "corrections"> &
  Pick<ResolversOf<"StaffApplicant">, "corrections"> = {
  corrections: ({ visaApplicantId }, _args, { loaders }) =>
    loaders.correctionsOfApplicant.load(visaApplicantId),
};

/** Answered corrections, for the case. */
export const answeredCorrectionFields: Pick<ResolversOf<"StaffApplicant">, "answeredCorrections"> = {
  answeredCorrections: ({ visaApplicantId }, _args, { services }) =>
    services.corrections.listAnswered(visaApplicantId),
};

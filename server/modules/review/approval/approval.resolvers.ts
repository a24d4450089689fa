import type { ResolversOf } from "../../completeResolvers";
import { toPayload } from "../../../platform/graphql/payload";
import { requireSession } from "../../../core/viewer";
import { isAskedBy } from "../../approval/approval.rules";
import { requestIdOf } from "./approvalDecision.service";

export const approvalQueries: Pick<ResolversOf<"Query">, "staffApprovals"> = {
  staffApprovals: (_root, _args, { services, viewer }) => services.approvals.listOpen(viewer),
};

export const approvalMutations: Pick<ResolversOf<"Mutation">, "staffAgreeToApproval" | "staffEndApproval"> = {
  staffAgreeToApproval: (_root, { input }, { services, viewer }) =>
    toPayload("approvals", async () => {
      await services.approvalDecisions.agree(viewer, input.approvalId);
      return services.approvals.listOpen(viewer);
    }),
  staffEndApproval: (_root, { input }, { services, viewer }) =>
    toPayload("approvals", async () => {
      await services.approvalDecisions.end(viewer, input.approvalId);
      return services.approvals.listOpen(viewer);
    }),
};

export const approvalTypes: {
  StaffApproval: ResolversOf<"StaffApproval">;
  StaffApplicant: Pick<ResolversOf<"StaffApplicant">, "approval">;
  StaffCase: Pick<ResolversOf<"StaffCase">, "approval">;
  StaffVisa: Pick<ResolversOf<"StaffVisa">, "approval">;
} = {
  StaffApproval: {
    askedBy: async ({ askedByStaffId }, _args, { loaders }) =>
      (await loaders.staffPerson.load(askedByStaffId)) ?? null,
    isMine: async (approval, _args, { loaders, viewer }) => {
      const { userId } = requireSession(viewer);
      return isAskedBy(approval, userId, await loaders.staffMemberId.load(userId));
    },
    visaRequestId: (approval) => requestIdOf(approval),
    countryUrl: ({ kind, subjectId }, _args, { loaders }) =>
      kind === "VISA_CHANGE" ? loaders.countryUrlOfVisa.load(subjectId) : null,
  },
  StaffApplicant: {
    approval: ({ visaApplicantId }, _args, { loaders }) => loaders.visaApproval.load(visaApplicantId),
  },
  StaffCase: {
    approval: ({ request }, _args, { loaders }) => loaders.refundApproval.load(request.visaRequestId),
  },
  StaffVisa: {
    approval: ({ visaId }, _args, { loaders }) => loaders.visaChangeApproval.load(visaId),
  },
};

import type { ResolversOf } from "../../../graphql/completeResolvers";
import { toPayload } from "../../../graphql/payload";
import { requireSession } from "../../../viewer";
import { isAskedBy } from "../../approval/approval.rules";

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
      await services.approvals.end(viewer, input.approvalId);
      return services.approvals.listOpen(viewer);
    }),
};

export const approvalTypes: {
  StaffApproval: ResolversOf<"StaffApproval">;
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
    visaRequestId: ({ kind, subjectId }) => (kind === "REFUND" ? subjectId : null),
    countryUrl: ({ kind, subjectId }, _args, { loaders }) =>
      kind === "VISA_CHANGE" ? loaders.countryUrlOfVisa.load(subjectId) : null,
  },
  StaffCase: {
    approval: ({ request }, _args, { loaders }) => loaders.refundApproval.load(request.visaRequestId),
  },
  StaffVisa: {
    approval: ({ visaId }, _args, { loaders }) => loaders.visaChangeApproval.load(visaId),
  },
};

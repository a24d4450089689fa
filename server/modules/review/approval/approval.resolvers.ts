import DataLoader from "dataloader";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import { toPayload } from "../../../platform/graphql/payload";
import { requireSession } from "../../../core/principal";
import { findRequestId, type ApprovalDecisionService } from "./approvalDecision.service";
import type { ApprovalKind, ApprovalEntity } from "../../approval/approval.entity";
import { isAskedBy, type ApprovalService } from "../../approval/approval.service";
import type { CatalogueAdminLoaders } from "../../catalogue/catalogueAdmin.resolvers";
import type { StaffLoaders } from "../../staff/staff.resolvers";

type Context = ResolverContext<
  { approvalDecisions: ApprovalDecisionService; approvals: ApprovalService },
  ApprovalLoaders & CatalogueAdminLoaders & StaffLoaders
>;

export const approvalResolvers = {
  Query: {
    staffApprovals: (_root, _args, { services, caller }) => services.approvals.listOpen(caller),
  },
  Mutation: {
    staffAgreeToApproval: (_root, { input }, { services, caller }) =>
      toPayload("approvals", async () => {
        await services.approvalDecisions.agree(caller, input.approvalId);
        return services.approvals.findOpen();
      }),
    staffEndApproval: (_root, { input }, { services, caller }) =>
      toPayload("approvals", async () => {
        await services.approvalDecisions.end(caller, input.approvalId);
        return services.approvals.findOpen();
      }),
  },
  StaffApproval: {
    askedBy: async ({ askedByStaffId }, _args, { loaders }) =>
      (await loaders.staffPerson.load(askedByStaffId)) ?? null,
    isMine: async (approval, _args, { loaders, caller }) => {
      const { userId } = requireSession(caller);
      return isAskedBy(approval, userId, await loaders.staffMemberId.load(userId));
    },
    visaRequestId: (approval) => findRequestId(approval),
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
} satisfies PartialResolvers<Context>;

/** Loaders of the open approvals of an application, a catalogue visa or an applicant. */
export function approvalLoaders({ approvals }: { approvals: ApprovalService }) {
  const openApprovalResolver = (kind: ApprovalKind) =>
    new DataLoader<string, ApprovalEntity | null>(async (subjectIds) => {
      const open = await approvals.findOpen(kind, subjectIds);
      return subjectIds.map((id) => open.find(({ subjectId }) => subjectId === id) ?? null);
    });
  return {
    refundApproval: openApprovalResolver("REFUND"),
    visaChangeApproval: openApprovalResolver("VISA_CHANGE"),
    visaApproval: openApprovalResolver("VISA_MISMATCH"),
  };
}
export type ApprovalLoaders = ReturnType<typeof approvalLoaders>;

import DataLoader from "dataloader";
import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import { listFiles, type CaseView } from "./case.view";
import type { ApplicantLoaders } from "../../applicant/applicant.resolvers";
import type { ApplicantView } from "../../applicant/applicant.view";
import type { FileService } from "../../file/file.service";
import type { CaseService } from "./case.service";
import type { CaseAssignmentService } from "./caseAssignment.service";
import type { QueueService } from "../queue/queue.service";
import type { PartnerLoaders } from "../../partner/partner.resolvers";
import type { StaffLoaders } from "../../staff/staff.resolvers";

type Context = ResolverContext<
  { caseAssignments: CaseAssignmentService; cases: CaseService; files: FileService; queue: QueueService },
  ApplicantLoaders & CaseLoaders & PartnerLoaders & StaffLoaders
>;

export const caseResolvers = {
  Query: {
    staffVisaRequests: (_root, { filter, search, first, after }, { services, caller }) =>
      services.queue.pageQueue(caller, { filter, search, first: first ?? 50, after }),
    staffQueueCounts: (_root, _args, { services, caller }) => services.queue.countQueue(caller),
    staffVisaRequest: async (_root, { visaRequestId, isRefresh }, { services, caller }) =>
      (await services.cases.findCase(caller, { visaRequestId, isRefresh: isRefresh === true })) ?? null,
    staffOlderChanges: (_root, { visaRequestId, first, after }, { services, caller }) =>
      services.cases.pageOlderChanges(caller, { visaRequestId, first: first ?? 100, after }),
  },
  Mutation: {
    staffTakeCase: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.caseAssignments.take(caller, input.visaRequestId)),
    staffReleaseCase: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.caseAssignments.release(caller, input.visaRequestId)),
    staffStartReview: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.caseAssignments.startReview(caller, input.visaRequestId)),
    staffAddNote: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.caseAssignments.addNote(caller, input)),
  },
  StaffQueueItem: {
    isOverdue: (request, _args, { services }) => services.queue.isOverdue(request),
    assignedTo: ({ assignedStaffId }, _args, { loaders }) => loaders.assignedStaff(assignedStaffId),
  },
  StaffCase: {
    visaRequest: seen(({ request }) => request),
    assignedTo: ({ request }, _args, { loaders }) => loaders.assignedStaff(request.assignedStaffId),
    isMine: ({ request, viewerStaffId }) => request.assignedStaffId === viewerStaffId,
    isOverdue: ({ request }, _args, { services }) => services.queue.isOverdue(request),
    waitingSince: ({ request }) => request.waitingSince,
    contact: seen((view, { services }) => services.cases.findContact(view)),
    applicants: seen(({ request }, { loaders }) => loaders.applicantsOfRequest.load(request.visaRequestId)),
    trail: seen((view, { services }) => services.cases.listActivity(view)),
    notes: seen((view, { services }) => services.cases.listNotes(view)),
  },
  StaffApplicant: {
    visaApplicant: (view) => view,
    papers: (view) => listFiles(view),
    samePassportIn: (view, _args, { loaders }) => loaders.samePassports.load(view),
  },
  StaffPaper: {
    src: ({ fileId }, _args, { services, caller }) => services.files.link(caller, fileId),
  },
  StaffNote: {
    by: async ({ staffId }, _args, { loaders }) =>
      // Never undefined, because an account is not deleted while notes refer to it.
      (await loaders.staffPerson.load(staffId))!,
  },
  StaffTrailEntry: {
    staff: async ({ staffId }, _args, { loaders }) =>
      (staffId !== null && (await loaders.staffPerson.load(staffId))) || null,
    partnerName: ({ partnerKeyId }, _args, { loaders }) =>
      partnerKeyId === null ? null : loaders.partnerName.load(partnerKeyId),
  },
} satisfies PartialResolvers<Context>;

/**
 * Returns a resolver that records the access in the audit log before it shows personal data of a case. The activity is
 * resolved in this way too, so that it includes the access.
 */
function seen<Shown>(show: (view: CaseView, context: Context) => Shown | Promise<Shown>) {
  return async (view: CaseView, _args: unknown, context: Context): Promise<Shown> => {
    await context.loaders.lookAtCase.load(view);
    return show(view, context);
  };
}

export function caseLoaders({ cases }: { cases: CaseService }) {
  return {
    /** Records access to a case once, however many of its fields are requested. */
    lookAtCase: new DataLoader<CaseView, void, string>(
      (views) => Promise.all(views.map((view) => cases.recordView(view))),
      { cacheKeyFn: ({ request }) => request.visaRequestId },
    ),
    samePassports: new DataLoader<ApplicantView, string[]>((views) => cases.findSamePassports(views)),
  };
}
export type CaseLoaders = ReturnType<typeof caseLoaders>;

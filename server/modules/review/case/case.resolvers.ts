import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";
import { papersOf } from "./case.view";

export const deskQueries: Pick<
  ResolversOf<"Query">,
  "staffVisaRequests" | "staffQueueCounts" | "staffVisaRequest"
> = {
  staffVisaRequests: (_root, { filter, search, first, after }, { services, viewer }) =>
    services.desk.pageQueue(viewer, { filter, search, first: first ?? 50, after }),
  staffQueueCounts: (_root, _args, { services, viewer }) => services.desk.countQueue(viewer),
  staffVisaRequest: async (_root, { visaRequestId }, { services, viewer }) =>
    (await services.desk.findCase(viewer, visaRequestId)) ?? null,
};

export const deskMutations: Pick<
  ResolversOf<"Mutation">,
  "staffTakeCase" | "staffReleaseCase" | "staffStartReview" | "staffAddNote"
> = {
  staffTakeCase: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseWork.take(viewer, input.visaRequestId)),
  staffReleaseCase: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseWork.release(viewer, input.visaRequestId)),
  staffStartReview: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseWork.startReview(viewer, input.visaRequestId)),
  staffAddNote: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseWork.addNote(viewer, input.visaRequestId, input.text)),
};

export const deskTypes: {
  StaffApplicant: ResolversOf<"StaffApplicant">;
  StaffCase: ResolversOf<"StaffCase">;
  StaffNote: ResolversOf<"StaffNote">;
  StaffPaper: ResolversOf<"StaffPaper">;
  StaffQueueItem: ResolversOf<"StaffQueueItem">;
  StaffTrailEntry: ResolversOf<"StaffTrailEntry">;
} = {
  StaffQueueItem: {
    isOverdue: (request, _args, { services }) => services.desk.isOverdue(request),
    assignedTo: ({ assignedStaffId }, _args, { loaders }) => loaders.assignedStaff(assignedStaffId),
  },
  StaffCase: {
    visaRequest: ({ request }) => request,
    assignedTo: ({ request }, _args, { loaders }) => loaders.assignedStaff(request.assignedStaffId),
    isMine: ({ request, viewerStaffId }) => request.assignedStaffId === viewerStaffId,
    isOverdue: ({ request }, _args, { services }) => services.desk.isOverdue(request),
    waitingSince: ({ request }) => request.waitingSince,
    applicants: ({ request }, _args, { loaders }) => loaders.applicantsOfRequest.load(request.visaRequestId),
    payments: (view, _args, { services }) => services.desk.listPayments(view),
    trail: (view, _args, { services }) => services.desk.listTrail(view),
    notes: (view, _args, { services }) => services.desk.listNotes(view),
  },
  StaffApplicant: {
    visaApplicant: (view) => view,
    papers: (view) => papersOf(view),
    corrections: ({ visaApplicantId }, _args, { loaders }) =>
      loaders.correctionsOfApplicant.load(visaApplicantId),
    mrz: (view, _args, { services }) => services.review.reportMrz(view),
    samePassportIn: (view, _args, { loaders }) => loaders.samePassports.load(view),
  },
  StaffPaper: {
    src: ({ fileId }, _args, { services, viewer }) => services.files.link(viewer, fileId),
    verdict: ({ fileId }, _args, { loaders }) => loaders.verdictOfFile.load(fileId),
  },
  StaffNote: {
    by: async ({ staffId }, _args, { loaders }) =>
      // A row that is gone from the accounts cannot be: notes refer to it.
      (await loaders.staffPerson.load(staffId))!,
  },
  StaffTrailEntry: {
    staff: async ({ staffId }, _args, { loaders }) =>
      (staffId !== null && (await loaders.staffPerson.load(staffId))) || null,
  },
};

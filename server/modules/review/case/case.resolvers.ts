import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";
import { filesOf } from "./case.view";

export const caseQueries: Pick<ResolversOf<"Query">, "staffVisaRequest"> = {
  staffVisaRequest: async (_root, { visaRequestId }, { services, viewer }) =>
    (await services.cases.findCase(viewer, visaRequestId)) ?? null,
};

export const caseMutations: Pick<
  ResolversOf<"Mutation">,
  "staffTakeCase" | "staffReleaseCase" | "staffStartReview" | "staffAddNote"
> = {
  staffTakeCase: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseAssignments.take(viewer, input.visaRequestId)),
  staffReleaseCase: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseAssignments.release(viewer, input.visaRequestId)),
  staffStartReview: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseAssignments.startReview(viewer, input.visaRequestId)),
  staffAddNote: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.caseAssignments.addNote(viewer, input.visaRequestId, input.text)),
};

export const caseTypes: {
  StaffApplicant: Omit<ResolversOf<"StaffApplicant">, "corrections" | "mrz">;
  StaffCase: ResolversOf<"StaffCase">;
  StaffNote: ResolversOf<"StaffNote">;
  StaffPaper: Omit<ResolversOf<"StaffPaper">, "verdict">;
  StaffTrailEntry: ResolversOf<"StaffTrailEntry">;
} = {
  StaffCase: {
    visaRequest: ({ request }) => request,
    assignedTo: ({ request }, _args, { loaders }) => loaders.assignedStaff(request.assignedStaffId),
    isMine: ({ request, viewerStaffId }) => request.assignedStaffId === viewerStaffId,
    isOverdue: ({ request }, _args, { services }) => services.queue.isOverdue(request),
    waitingSince: ({ request }) => request.waitingSince,
    applicants: ({ request }, _args, { loaders }) => loaders.applicantsOfRequest.load(request.visaRequestId),
    payments: (view, _args, { services }) => services.cases.listPayments(view),
    trail: (view, _args, { services }) => services.cases.listActivity(view),
    notes: (view, _args, { services }) => services.cases.listNotes(view),
  },
  StaffApplicant: {
    visaApplicant: (view) => view,
    papers: (view) => filesOf(view),
    samePassportIn: (view, _args, { loaders }) => loaders.samePassports.load(view),
  },
  StaffPaper: {
    src: ({ fileId }, _args, { services, viewer }) => services.files.link(viewer, fileId),
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

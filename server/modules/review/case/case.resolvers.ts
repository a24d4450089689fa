import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";
import type { GraphqlContext } from "../../../app/graphql/context";
import { filesOf, type CaseView } from "./case.view";

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

/**
 * Records the access in the audit log before personal data of a case is resolved, whichever operation led to
 * it. The activity waits too, so that it includes this access.
 */
function seen<Shown>(show: (view: CaseView, context: GraphqlContext) => Shown | Promise<Shown>) {
  return async (view: CaseView, _args: unknown, context: GraphqlContext): Promise<Shown> => {
    await context.loaders.lookAtCase.load(view);
    return show(view, context);
  };
}

export const caseTypes: {
  StaffApplicant: Omit<
    ResolversOf<"StaffApplicant">,
    "answeredCorrections" | "approval" | "corrections" | "mrz" | "openItems" | "toldAt"
  >;
  StaffCase: Omit<ResolversOf<"StaffCase">, "approval" | "moneyTasks">;
  StaffNote: ResolversOf<"StaffNote">;
  StaffPaper: Omit<ResolversOf<"StaffPaper">, "verdict">;
  StaffTrailEntry: ResolversOf<"StaffTrailEntry">;
} = {
  StaffCase: {
    visaRequest: seen(({ request }) => request),
    assignedTo: ({ request }, _args, { loaders }) => loaders.assignedStaff(request.assignedStaffId),
    isMine: ({ request, viewerStaffId }) => request.assignedStaffId === viewerStaffId,
    isOverdue: ({ request }, _args, { services }) => services.queue.isOverdue(request),
    waitingSince: ({ request }) => request.waitingSince,
    applicants: seen(({ request }, { loaders }) => loaders.applicantsOfRequest.load(request.visaRequestId)),
    payments: (view, _args, { services }) => services.cases.listPayments(view),
    trail: seen((view, { services }) => services.cases.listActivity(view)),
    notes: seen((view, { services }) => services.cases.listNotes(view)),
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
      // Never missing: the account of a note's author is not deleted, because notes refer to it.
      (await loaders.staffPerson.load(staffId))!,
  },
  StaffTrailEntry: {
    staff: async ({ staffId }, _args, { loaders }) =>
      (staffId !== null && (await loaders.staffPerson.load(staffId))) || null,
  },
};

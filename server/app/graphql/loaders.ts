import DataLoader from "dataloader";
import type { ApplicantView } from "../../modules/applicant/applicant.view";
import type { ApprovalEntity, ApprovalKind } from "../../modules/approval/approval.entity";
import type { ConsentView } from "../../modules/consent/consent.service";
import type { CaseView } from "../../modules/review/case/case.view";
import type { CorrectionView } from "../../modules/review/correction/correction.service";
import type { StaffPerson } from "../../modules/staff/staff.repository";
import type { RequestLedger } from "../../modules/payment/refund/ledger.repository";
import type { DocumentReview } from "../../modules/review/document/documentReview.service";
import type { VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import type { Services } from "../services";

export type Loaders = ReturnType<typeof makeLoaders>;

/** Creates the loaders of one operation, which batch the lookups for a list of requests. */
export function makeLoaders(services: Services) {
  const {
    applicants,
    approvals,
    cases,
    catalogueAdmin,
    consents,
    corrections,
    documentReviews,
    refundDecisions,
    staff,
    visaRequests,
  } = services;
  const staffPerson = new DataLoader<string, StaffPerson | undefined>((staffIds) =>
    staff.findPeople(staffIds),
  );
  const openApprovalOf = (kind: ApprovalKind) =>
    new DataLoader<string, ApprovalEntity | null>(async (subjectIds) => {
      const open = await approvals.findOpenOf(kind, subjectIds);
      return subjectIds.map((id) => open.find(({ subjectId }) => subjectId === id) ?? null);
    });
  return {
    /** Current and former staff members. */
    staffPerson,
    /** The staff member id of an account. */
    staffMemberId: new DataLoader<string, string | undefined>((userIds) =>
      Promise.all(userIds.map((userId) => staff.findMemberId(userId))),
    ),
    /** The staff member assigned to an application; null if unassigned, or if the person has left. */
    assignedStaff: async (staffId: string | null) => {
      const person = staffId === null ? undefined : await staffPerson.load(staffId);
      return person?.isStaff ? person : null;
    },
    /** Records access to a case once, however many of its fields are requested. */
    lookAtCase: new DataLoader<CaseView, void, string>(
      (views) => Promise.all(views.map((view) => cases.recordLook(view))),
      { cacheKeyFn: ({ request }) => request.visaRequestId },
    ),
    /** Open approvals of an application, a catalogue visa or an applicant. */
    refundApproval: openApprovalOf("REFUND"),
    visaChangeApproval: openApprovalOf("VISA_CHANGE"),
    visaApproval: openApprovalOf("VISA_MISMATCH"),
    /** The slug of a visa's country, for staff. */
    countryUrlOfVisa: new DataLoader<string, string | null>(async (visaIds) => {
      const countryUrls = await catalogueAdmin.findCountryUrlsOf(visaIds);
      return visaIds.map((visaId) => countryUrls.get(visaId) ?? null);
    }),
    samePassports: new DataLoader<ApplicantView, string[]>((views) => cases.findSamePassports(views)),
    applicantsOfRequest: new DataLoader<string, ApplicantView[]>(async (requestIds) =>
      groupByRequest(requestIds, await applicants.listOf(requestIds)),
    ),
    ledgerOfRequest: new DataLoader<string, RequestLedger>(async (requestIds) => {
      const ledger = await refundDecisions.findLedgers(requestIds);
      return requestIds.map((requestId) => ledger.get(requestId)!);
    }),
    /** The applicant's most recent consent; null if none was recorded. */
    consentOfApplicant: new DataLoader<string, ConsentView | null>(async (applicantIds) => {
      const given = await consents.listOf(applicantIds);
      return applicantIds.map((id) => given.findLast((one) => one.visaApplicantId === id) ?? null);
    }),
    correctionsOfApplicant: new DataLoader<string, CorrectionView[]>(async (applicantIds) => {
      const open = await corrections.listOpen(applicantIds);
      return applicantIds.map((id) => open.filter(({ visaApplicantId }) => visaApplicantId === id));
    }),
    reviewOfFile: new DataLoader<string, DocumentReview | null>(async (fileIds) => {
      const reviews = await documentReviews.listReviews(fileIds);
      return fileIds.map((id) => reviews.find(({ fileId }) => fileId === id) ?? null);
    }),
    timelineOfRequest: new DataLoader<string, VisaRequestEventEntity[]>(async (requestIds) =>
      groupByRequest(requestIds, await visaRequests.findTimelines(requestIds)),
    ),
  };
}

function groupByRequest<Row extends { visaRequestId: string }>(
  requestIds: readonly string[],
  rows: readonly Row[],
): Row[][] {
  return requestIds.map((requestId) => rows.filter(({ visaRequestId }) => visaRequestId === requestId));
}

/** Changes the status of applicants and of their request. Guards: only allowed moves. */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";
import { postponeForHold } from "../visaRequest/expectedDate.rules";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { PartnerEventType } from "../partner/event/partnerEvent.rules";
import { mayMove } from "../visaRequest/visaRequest.rules";
import type { VisaApplicantEntity } from "./applicant.entity";
import { findApplicantsByRequests } from "./applicant.reads";
import { changeStatus, updateApplicant } from "./applicant.repository";
import { deriveRequestStatus, mayApplicantMove, type VisaApplicantStatus } from "./applicantStatus.rules";
import type { ApplicantDeps } from "./submission/applicantDeps.logic";

type Decision = Partial<Pick<VisaApplicantEntity, "decidedAt" | "rejectionReason" | "decisionNoteSealed">>;

const eventByStatus: Partial<Record<VisaApplicantStatus, PartnerEventType>> = {
  APPROVED: "applicant.approved",
  REJECTED: "applicant.rejected",
};
/**
 * Events for moves that do not change the application's status. If the application's status changes, only that change
 * is reported.
 */
const eventIfRequestStays: Partial<Record<VisaApplicantStatus, PartnerEventType>> = {
  PENDING: "application.in_review",
  ACTION_REQUIRED: "application.action_required",
};

export class ApplicantStatusService {
  /** Changes columns of an applicant after payment, other than the status. */
  readonly changeDetails = updateApplicant;

  constructor(private readonly deps: ApplicantDeps) {}

  /**
   * Moves an applicant to another status, and the request too if its derived status changes. Increments the request's
   * version in either case. Errors: INVALID_STATE, CONFLICT.
   */
  async move(
    transaction: EntityManager,
    { applicant, request }: { applicant: VisaApplicantEntity; request: VisaRequestEntity },
    to: VisaApplicantStatus,
    { at, ...decision }: Decision & { at: Date },
  ): Promise<void> {
    assertMove(applicant.visaApplicantStatus, to);
    if (!(await changeStatus(transaction, applicant, { ...decision, visaApplicantStatus: to })))
      throw new DomainError("CONFLICT", "This applicant was changed in the meantime. Please try again");
    const { visaApplicantId } = applicant;
    const after = await this.#syncRequest(transaction, request, at);
    const hasRequestMoved = after.visaRequestStatus !== request.visaRequestStatus;
    const event = eventByStatus[to] ?? (hasRequestMoved ? undefined : eventIfRequestStays[to]);
    if (event) await this.deps.partnerEvents.record(transaction, event, after, { visaApplicantId });
  }

  /** Updates the request's status, and postpones its expected date by the days on hold. */
  async #syncRequest(
    transaction: EntityManager,
    request: VisaRequestEntity,
    at: Date,
  ): Promise<VisaRequestEntity> {
    const { visaRequestId, visaRequestStatus: from } = request;
    const rows = await findApplicantsByRequests(transaction, [visaRequestId]);
    const to = deriveRequestStatus(rows.map(({ visaApplicantStatus }) => visaApplicantStatus));
    if (to !== from && !mayMove(from, to))
      throw new DomainError("INVALID_STATE", "This is not possible in the application's current state");
    const changes = to === from ? {} : { visaRequestStatus: to, ...postponeForHold(request, to, at) };
    return this.deps.visaRequests.change(transaction, request, changes, { at });
  }
}

/** Errors: INVALID_STATE if the move is not in `applicantMoves`. */
export function assertMove(from: VisaApplicantStatus, to: VisaApplicantStatus): void {
  if (!mayApplicantMove(from, to))
    throw new DomainError("INVALID_STATE", "This is not possible in the applicant's current state");
}

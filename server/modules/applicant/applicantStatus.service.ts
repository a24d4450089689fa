/**
 * Changes the status of applicants and, if necessary, of their request. Guards: only allowed moves; of
 * concurrent changes, only one succeeds. Runs in the caller's transaction. Calls: the request module.
 */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";
import { holdExpectedDay } from "../visaRequest/expectedDate.rules";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { mayMove, type VisaRequestStatus } from "../visaRequest/visaRequest.rules";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { VisaApplicantEntity } from "./applicant.entity";
import { findApplicantsByRequests } from "./applicant.reads";
import { changeStatus, updateApplicant } from "./applicant.repository";
import { deriveRequestStatus, mayApplicantMove, type VisaApplicantStatus } from "./applicantStatus.rules";

type Decision = Partial<Pick<VisaApplicantEntity, "decidedAt" | "rejectionReason" | "decisionNoteSealed">>;

export class ApplicantStatusService {
  readonly #visaRequests: VisaRequestService;
  /** Changes columns of an applicant in review, without the status. */
  readonly changeDetails = updateApplicant;

  constructor({ visaRequests }: { visaRequests: VisaRequestService }) {
    this.#visaRequests = visaRequests;
  }

  /**
   * Moves an applicant, and their request if its status changes with it. Returns the status of the request.
   * Errors: INVALID_STATE, CONFLICT.
   */
  async move(
    transaction: EntityManager,
    { applicant, request }: { applicant: VisaApplicantEntity; request: VisaRequestEntity },
    to: VisaApplicantStatus,
    { at, ...decision }: Decision & { at: Date },
  ): Promise<VisaRequestStatus> {
    assertMove(applicant.visaApplicantStatus, to);
    if (!(await changeStatus(transaction, applicant, { ...decision, visaApplicantStatus: to })))
      throw new DomainError("CONFLICT", "This traveller was changed in the meantime. Please try again");
    return this.#syncRequest(transaction, request, at);
  }

  /** The expected date of the request is on hold while the traveller has to act. */
  async #syncRequest(
    transaction: EntityManager,
    request: VisaRequestEntity,
    at: Date,
  ): Promise<VisaRequestStatus> {
    const { visaRequestId, visaRequestStatus: from } = request;
    const rows = await findApplicantsByRequests(transaction, [visaRequestId]);
    const to = deriveRequestStatus(rows.map(({ visaApplicantStatus }) => visaApplicantStatus));
    if (to === from) {
      await this.#visaRequests.touch(transaction, visaRequestId, at);
      return to;
    }
    if (!mayMove(from, to))
      throw new DomainError("INVALID_STATE", "In the state that this application is in, this cannot be done");
    const changes = { visaRequestStatus: to, ...holdExpectedDay(request, to, at) };
    await this.#visaRequests.change(transaction, request, changes, { at });
    return to;
  }
}

/** Errors: INVALID_STATE if the move is not in `applicantMoves`. */
export function assertMove(from: VisaApplicantStatus, to: VisaApplicantStatus): void {
  if (!mayApplicantMove(from, to))
    throw new DomainError("INVALID_STATE", "In the state that this traveller is in, this cannot be done");
}

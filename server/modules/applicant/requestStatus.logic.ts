import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";
import { findApplicantsByRequests } from "./applicant.repository";
import { deriveRequestStatus } from "./applicantStatus.rules";
import { addDays, daysBetween, todayInKolkata } from "../../core/day.rules";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { changeRequest, touchRequest } from "../visaRequest/visaRequest.repository";
import { mayMove, type VisaRequestStatus } from "../visaRequest/visaRequest.rules";

/**
 * Updates the status of a request under review from its applicants, inside the transaction that changed one
 * of them. The expected date is on hold while the traveller has to act. Returns the status. Errors:
 * INVALID_STATE.
 */
export async function syncRequestStatus(
  transaction: EntityManager,
  request: VisaRequestEntity,
  { at, note = null }: { at: Date; note?: string | null },
): Promise<VisaRequestStatus> {
  const { visaRequestId, visaRequestStatus: from } = request;
  const rows = await findApplicantsByRequests(transaction, [visaRequestId]);
  const to = deriveRequestStatus(rows.map(({ visaApplicantStatus }) => visaApplicantStatus));
  if (to === from) {
    await touchRequest(transaction, visaRequestId, at);
    return to;
  }
  if (!mayMove(from, to))
    throw new DomainError("INVALID_STATE", "In the state that this application is in, this cannot be done");
  const changes = { visaRequestStatus: to, ...holdChanges(request, to, at) };
  await changeRequest(transaction, request, changes, { at, note });
  return to;
}

/** Starts or ends the hold of the expected date. */
function holdChanges(
  { waitingSince, expectedDate }: VisaRequestEntity,
  to: VisaRequestStatus,
  at: Date,
): Partial<VisaRequestEntity> {
  if (to === "ACTION_REQUIRED") return { waitingSince: at.toISOString() };
  if (waitingSince === null) return {};
  const waited = daysBetween(todayInKolkata(new Date(waitingSince)), todayInKolkata(at));
  return { waitingSince: null, expectedDate: addDays(expectedDate, waited) };
}

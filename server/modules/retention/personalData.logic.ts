import type { EntityManager } from "typeorm";
import type { VisaApplicantEntity } from "../applicant/applicant.entity";
import { deriveRequestStatus } from "../applicant/applicantStatus.rules";
import { findApplicantsByRequests, removeApplicantsByRequest } from "../applicant/applicant.repository";
import type { StoredFileEntity } from "../file/file.entity";
import { findFilesByApplicants, removeFiles } from "../file/file.repository";
import { removeStaffNotesByRequest } from "../review/case/case.repository";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { VisaRequestStatus } from "../visaRequest/visaRequest.rules";
import { changeRequest } from "../visaRequest/visaRequest.repository";

/**
 * Permanently removes the applicants of a request and the notes of staff, and closes the request if it is
 * open. Price, reference number and payments stay. Runs inside a transaction; returns the files whose bytes
 * the caller has to discard after the commit. Errors: CONFLICT.
 */
export async function removePersonalData(
  transaction: EntityManager,
  request: VisaRequestEntity,
  { at, note, changes = {} }: { at: Date; note: string | null; changes?: { email?: null; mobile?: string } },
): Promise<StoredFileEntity[]> {
  const { visaRequestId, visaRequestStatus } = request;
  const applicants = await findApplicantsByRequests(transaction, [visaRequestId]);
  const files = await findFilesByApplicants(
    transaction,
    applicants.map(({ visaApplicantId }) => visaApplicantId),
  );
  await removeFiles(
    transaction,
    files.map(({ fileId }) => fileId),
  );
  await removeApplicantsByRequest(transaction, visaRequestId);
  await removeStaffNotesByRequest(transaction, visaRequestId);
  const visaRequest = {
    ...changes,
    papersRemovedAt: request.papersRemovedAt ?? at.toISOString(),
    ...closingChanges(visaRequestStatus, applicants),
  };
  await changeRequest(transaction, request, visaRequest, { at, note });
  return files;
}

/**
 * Returns the final status of a request whose applicants are removed. An applicant who never sent a
 * correction counts as rejected, as staff would have decided. A visa that was granted stays granted.
 */
function closingChanges(
  status: VisaRequestStatus,
  applicants: readonly VisaApplicantEntity[],
): Partial<VisaRequestEntity> {
  if (status === "PENDING") return { visaRequestStatus: "CANCELLED" };
  if (status !== "ACTION_REQUIRED") return {};
  const decided = applicants.map((one) => (one.visaApplicantStatus === "APPROVED" ? "APPROVED" : "REJECTED"));
  return { visaRequestStatus: deriveRequestStatus([...decided, "REJECTED"]), waitingSince: null };
}

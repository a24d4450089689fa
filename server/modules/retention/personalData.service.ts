import type { EntityManager } from "typeorm";
import type { VisaApplicantEntity } from "../applicant/applicant.entity";
import { statusOfRequest } from "../applicant/applicantStatus.rules";
import { findApplicantsOf, removeApplicantsOf } from "../applicant/applicant.repository";
import type { StoredFileEntity } from "../file/file.entity";
import { findFilesOf, removeFiles } from "../file/file.repository";
import { removeStaffNotesOf } from "../review/case/case.repository";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { VisaRequestStatus } from "../visaRequest/visaRequest.rules";
import { changeRequest } from "../visaRequest/visaRequest.repository";

/**
 * Takes the travellers of a request and what staff wrote of them out for good, and closes it where it is open;
 * price, reference number and money stay. Inside a transaction; returns the files whose bytes are to go after it.
 * Errors: CONFLICT.
 */
export async function removePersonalData(
  transaction: EntityManager,
  request: VisaRequestEntity,
  { at, note, changes = {} }: { at: Date; note: string | null; changes?: { email?: null; mobile?: string } },
): Promise<StoredFileEntity[]> {
  const { visaRequestId, visaRequestStatus } = request;
  const applicants = await findApplicantsOf(transaction, [visaRequestId]);
  const files = await findFilesOf(
    transaction,
    applicants.map(({ visaApplicantId }) => visaApplicantId),
  );
  await removeFiles(
    transaction,
    files.map(({ fileId }) => fileId),
  );
  await removeApplicantsOf(transaction, visaRequestId);
  await removeStaffNotesOf(transaction, visaRequestId);
  const visaRequest = {
    ...changes,
    papersRemovedAt: request.papersRemovedAt ?? at.toISOString(),
    ...closingOf(visaRequestStatus, applicants),
  };
  await changeRequest(transaction, request, visaRequest, { at, note });
  return files;
}

/**
 * How a request without travellers ends. Whoever was asked for a correction and did not send it is refused, as staff
 * would have done; a visa that somebody has stays granted.
 */
function closingOf(
  status: VisaRequestStatus,
  applicants: readonly VisaApplicantEntity[],
): Partial<VisaRequestEntity> {
  if (status === "PENDING") return { visaRequestStatus: "CANCELLED" };
  if (status !== "ACTION_REQUIRED") return {};
  const decided = applicants.map((one) => (one.visaApplicantStatus === "APPROVED" ? "APPROVED" : "REJECTED"));
  return { visaRequestStatus: statusOfRequest([...decided, "REJECTED"]), waitingSince: null };
}

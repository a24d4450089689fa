/** Copies documents between applicants of one request. Each applicant gets a separate file. */
import { invalid } from "../../../core/text.rules";
import type { UserErrorCode, Violation } from "../../../core/errors";
import { findFilesByApplicants } from "../../file/file.reads";
import { decryptRequiredDocuments } from "../applicant.crypto";
import { findApplicantsByRequests } from "../applicant.reads";
import type { CopiedFile } from "./applicantSubmission.service";
import type { ApplicantDeps } from "./applicantDeps.logic";

/** Reads documents of other applicants of the request, to be stored as copies. */
export async function copyDocuments(
  { db, fileService, keys }: Pick<ApplicantDeps, "db" | "fileService" | "keys">,
  { visaRequestId, visaApplicantId }: { visaRequestId: string; visaApplicantId: string },
  fileIds: readonly string[],
): Promise<{ copies: CopiedFile[]; violations: Violation<UserErrorCode>[] }> {
  if (fileIds.length === 0) return { copies: [], violations: [] };
  const applicants = await findApplicantsByRequests(db.rows, [visaRequestId]);
  const others = applicants.filter((one) => one.visaApplicantId !== visaApplicantId);
  const files = await findFilesByApplicants(
    db.rows,
    others.map((one) => one.visaApplicantId),
  );
  const copies: CopiedFile[] = [];
  const violations: Violation<UserErrorCode>[] = [];
  for (const [index, fileId] of fileIds.entries()) {
    const field = `copyDocumentIds.${index}`;
    const file = files.find((one) => one.fileId === fileId && one.purpose === "DOCUMENT");
    const owner = file && others.find((one) => one.visaApplicantId === file.visaApplicantId);
    const isUsable = owner && fileIds.indexOf(fileId) === index;
    const copy = isUsable && (await fileService.findForCopy(file));
    if (!copy) {
      const message = "No other applicant of this application has this document";
      violations.push(invalid(field, message));
      continue;
    }
    const documentName =
      decryptRequiredDocuments(keys, owner).find((one) => one.fileIds.includes(fileId))?.documentName ?? null;
    copies.push({ ...copy, field, documentName });
  }
  return { copies, violations };
}

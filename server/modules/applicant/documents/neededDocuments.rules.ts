/** The required documents that are still needed after payment. Pure; the pages use the same rules. */
import { queueStatuses, type VisaRequestStatus } from "../../visaRequest/visaRequest.rules";
import type { VisaApplicantStatus } from "../applicantStatus.rules";
import type { KeptDocument, LaterReason } from "./requiredDocuments.rules";

export interface RequiredDocument {
  documentName: string;
  state: "SENT" | "LATER" | "NOT_SAID";
  reason: LaterReason | null;
  note: string | null;
  requirementId: string | null;
  isOptional: boolean;
  isQuestion: boolean;
  answer: string | null;
}

export function describeRequired({ documentName, fileIds, later, ...facts }: KeptDocument): RequiredDocument {
  return {
    documentName,
    state: fileIds.length > 0 || facts.answer ? "SENT" : later ? "LATER" : "NOT_SAID",
    reason: later?.reason ?? null,
    note: later?.note ?? null,
    requirementId: facts.requirementId ?? null,
    isOptional: facts.isOptional ?? false,
    isQuestion: facts.isQuestion ?? false,
    answer: facts.answer ?? null,
  };
}

type Document = Pick<RequiredDocument, "state"> & Partial<Pick<RequiredDocument, "reason" | "isOptional">>;

/** How many hours after payment the traveller is reminded, once, of documents that are still needed. */
export const remindAfterHours = 24;

/**
 * Excludes documents that the traveller says do not apply, and optional ones that were neither sent nor left for later.
 * Staff can request a document that applies after all.
 */
const applies = ({ state, reason, isOptional }: Document) =>
  state === "SENT" || (state === "LATER" ? reason !== "NOT_NEEDED" : !isOptional);

export function isStillNeeded(document: Document): boolean {
  return document.state !== "SENT" && applies(document);
}

/** True if documents can be added: the application is in the review queue, and the applicant is undecided. */
export function canAddDocuments(
  requestStatus: VisaRequestStatus,
  applicantStatus: VisaApplicantStatus,
): boolean {
  const isInReview = queueStatuses.some((status) => status === requestStatus);
  return isInReview && applicantStatus !== "APPROVED" && applicantStatus !== "REJECTED";
}

/** The numbers of documents that undecided applicants still need, and of all that apply to them. */
interface DocumentCount {
  needed: number;
  total: number;
}

export function countDocuments(request: {
  visaRequestStatus: VisaRequestStatus;
  visaApplicants: readonly {
    visaApplicantStatus: VisaApplicantStatus;
    requiredDocuments: readonly Document[];
  }[];
}): DocumentCount {
  const documents = request.visaApplicants
    .filter(({ visaApplicantStatus }) => canAddDocuments(request.visaRequestStatus, visaApplicantStatus))
    .flatMap(({ requiredDocuments }) => requiredDocuments);
  return {
    needed: documents.filter(isStillNeeded).length,
    total: documents.filter(applies).length,
  };
}

/** E.g. `2 of 6 documents still needed`; for pages, SMS and e-mail. */
export function neededDocumentsText({ needed, total }: DocumentCount): string {
  return `${needed} of ${total} ${total === 1 ? "document" : "documents"} still needed`;
}

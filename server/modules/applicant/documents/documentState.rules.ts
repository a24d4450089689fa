/** How a stored document stands, for its readers. Pure. */
import type { KeptDocument, LaterReason } from "./requiredDocuments.rules";

type RequiredDocumentState = "SENT" | "LATER" | "NOT_SAID";

export interface RequiredDocument {
  documentName: string;
  state: RequiredDocumentState;
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

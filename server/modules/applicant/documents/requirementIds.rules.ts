/** Finds the documents that a submission names by the ids of requirements. Pure. */
import { type InputViolation, invalid, missing } from "../../../core/text.rules";
import type { VisaRequirement } from "../../catalogue/requirement/requirement.rules";
import type { LaterDocument } from "./requiredDocuments.rules";

export type SentLater = Omit<LaterDocument, "documentName"> & {
  documentName?: string | null | undefined;
  requirementId?: string | null | undefined;
};

export interface SentByRequirement {
  documentNames?: readonly (string | null)[] | null | undefined;
  documentRequirements?: readonly (string | null)[] | null | undefined;
  laterDocuments?: readonly SentLater[] | null | undefined;
  answers?: readonly { requirementId: string; answer: string }[] | null | undefined;
}

const unknownRequirement = "The application has no requirement with this id";

/** Replaces ids by the texts of the documents; an id wins over a text. Those not found become blank. */
export function nameDocuments(requirements: readonly VisaRequirement[], sent: SentByRequirement) {
  const violations: InputViolation[] = [];
  const find = (requirementId: string, field: string) => {
    const found = requirements.find((one) => one.requirementId === requirementId);
    if (!found) violations.push(invalid(field, unknownRequirement));
    return found?.help;
  };
  const { documentNames, documentRequirements, laterDocuments, answers } = sent;
  const length = Math.max(documentNames?.length ?? 0, documentRequirements?.length ?? 0);
  return {
    violations,
    documentNames: Array.from({ length }, (_none, index) => {
      const id = documentRequirements?.[index];
      const named = documentNames?.[index] ?? null;
      return id ? (find(id, `documentRequirements.${index}`) ?? null) : named;
    }),
    laterDocuments: laterDocuments?.map(({ requirementId: id, documentName, ...reason }, index) => {
      const field = `laterDocuments.${index}.requirementId`;
      if (!id && !documentName) violations.push(missing(field, "Name the document"));
      return { ...reason, documentName: (id ? find(id, field) : documentName) ?? "" };
    }),
    answers: answers?.map(({ requirementId, answer }, index) => ({
      documentName: find(requirementId, `answers.${index}.requirementId`) ?? "",
      answer,
    })),
  };
}

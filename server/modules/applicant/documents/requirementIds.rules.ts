/** Finds the documents to which a submission refers by requirement ids. Pure. */
import { type InputViolation, invalid, missing } from "../../../core/text.rules";
import type { VisaRequirement } from "../../catalogue/requirement/requirement.rules";
import type { LaterDocument } from "./requiredDocuments.rules";

export type SentLater = Omit<LaterDocument, "documentName"> & {
  documentName?: string | null | undefined;
  requirementId?: string | null | undefined;
};

export interface SentByRequirement {
  documentNames?: readonly (string | null | undefined)[] | null | undefined;
  documentRequirements?: readonly (string | null | undefined)[] | null | undefined;
  laterDocuments?: readonly SentLater[] | null | undefined;
  answers?: readonly { requirementId: string; answer: string }[] | null | undefined;
}

const unknownRequirement = "The application has no requirement with this id";

/**
 * Replaces ids with the documents' names; an id wins over a name. An unknown id is a violation and becomes a missing
 * name. `sentFields` maps the field of a name to the field of the id that was sent instead, so that later violations
 * are reported at the field that was sent.
 */
export function nameDocuments(requirements: readonly VisaRequirement[], sent: SentByRequirement) {
  const violations: InputViolation[] = [];
  const sentFields = new Map<string, string>();
  const find = (requirementId: string, field: string) => {
    const found = requirements.find((one) => one.requirementId === requirementId);
    if (!found) violations.push(invalid(field, unknownRequirement));
    return found?.help;
  };
  const { documentNames, documentRequirements, laterDocuments, answers } = sent;
  const nameCount = documentNames?.length ?? 0;
  const length = Math.max(nameCount, documentRequirements?.length ?? 0);
  if (length > nameCount) sentFields.set("documentNames", "documentRequirements");
  return {
    violations,
    sentFields,
    documentNames: Array.from({ length }, (_none, index) => {
      const id = documentRequirements?.[index];
      const named = documentNames?.[index] ?? null;
      if (!id) return named;
      const field = `documentRequirements.${index}`;
      sentFields.set(`documentNames.${index}`, field);
      return find(id, field) ?? null;
    }),
    laterDocuments: laterDocuments?.map(({ requirementId: id, documentName, ...reason }, index) => {
      const field = `laterDocuments.${index}.requirementId`;
      if (id) sentFields.set(`laterDocuments.${index}.documentName`, field);
      if (!id && !documentName) violations.push(missing(field, "Name the document"));
      return { ...reason, documentName: (id ? find(id, field) : documentName) ?? "" };
    }),
    answers: answers?.map(({ requirementId, answer }, index) => ({
      documentName: find(requirementId, `answers.${index}.requirementId`) ?? "",
      answer,
    })),
  };
}

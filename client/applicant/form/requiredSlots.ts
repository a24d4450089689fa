import {
  checkLater,
  type LaterReason,
  laterReasons,
} from "../../../server/modules/applicant/documents/requiredDocuments.rules";
import {
  hasOwnField,
  isNeeded,
  requirementsFor,
  type VisaRequirement,
} from "../../../server/modules/catalogue/requirement/requirement.rules";
import type { ListedFile } from "../../file/field/MultiFileField";
import type { LaterDocumentInput, TravelerType } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { FormViolation } from "./wizardSteps";

export type LaterWords = Record<string, { reason: LaterReason; note: string }>;

/** A requirement of the application's visa, as the page loads it. */
export type Requirement = Pick<
  VisaRequirement,
  "requirementId" | "kind" | "label" | "help" | "categories" | "circumstance" | "isRequired"
>;

/** A document that the visa requires, with its files in the form. */
export interface RequiredSlot {
  documentName: string;
  /** Undefined for a document from before requirements had ids. */
  requirement: Requirement | undefined;
  files: ListedFile[];
  /** Reason for leaving it for later; undefined if none was given. Applies only if there is no file. */
  reason: LaterReason | undefined;
  /** Whether only some applicants need it. */
  isConditional: boolean;
  note: string;
}

export const laterReasonLabels: Record<LaterReason, string> = {
  NOT_READY: "I do not have it yet",
  AWAITED: "I am waiting to receive it",
  NOT_NEEDED: "It does not apply to me",
  OTHER: "Something else",
};

export const laterReasonOptions = laterReasons.map((reason) => [reason, laterReasonLabels[reason]] as const);

export function toLaterWords(before: ApplicantPartsFragment | undefined): LaterWords {
  const words = (before?.requiredDocuments ?? []).flatMap(({ documentName, reason, note }) =>
    reason ? [[documentName, { reason, note: note ?? "" }] as const] : [],
  );
  return Object.fromEntries(words);
}

/** The reason of a document that the traveller marks as applying after all. */
export const usualReason: LaterReason = "NOT_READY";

/**
 * Returns the slots of a traveller: what the visa requires of the category, then earlier documents for which
 * something was said.
 */
export function listSlots(
  { requirements, travelerType, before }: SlotSources,
  listed: readonly ListedFile[],
  later: LaterWords,
): RequiredSlot[] {
  const required = requirementsFor(requirements, travelerType).filter((one) => !hasOwnField(one));
  const said = (before?.requiredDocuments ?? []).filter(({ state }) => state !== "NOT_SAID");
  const names = new Set([
    ...required.map(({ help }) => help),
    ...said.map(({ documentName }) => documentName),
  ]);
  return [...names].map((documentName) => {
    const requirement = required.find(({ help }) => help === documentName);
    return {
      documentName,
      requirement,
      files: listed.filter((file) => file.documentName === documentName),
      reason: later[documentName]?.reason,
      isConditional: requirement !== undefined && !isNeeded(requirement),
      note: later[documentName]?.note ?? "",
    };
  });
}

export interface SlotSources {
  /** Of any traveller, in catalogue order. */
  requirements: readonly Requirement[];
  travelerType: TravelerType;
  before: Pick<ApplicantPartsFragment, "requiredDocuments"> | undefined;
}

export function findSlotViolations(slots: readonly RequiredSlot[]): FormViolation[] {
  return slots.flatMap(({ files, reason, note }, index): FormViolation[] => {
    if (files.length > 0 || !reason) return [];
    return checkLater({ reason, note }, "").map(({ code, message }) => ({
      field: `laterNote${index}`,
      code,
      message,
    }));
  });
}

export function listLater(slots: readonly RequiredSlot[]): LaterDocumentInput[] {
  return slots.flatMap(({ documentName, files, reason, note }) =>
    files.length === 0 && reason ? [{ documentName, reason, note: note.trim() || null }] : [],
  );
}

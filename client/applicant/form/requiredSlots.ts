import {
  checkLater,
  type LaterReason,
  laterReasons,
} from "../../../server/modules/applicant/requiredDocuments.rules";
import type { ListedFile } from "../../file/field/MultiFileField";
import type { LaterDocumentInput } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { FormViolation } from "./wizardSteps";

/** Why documents are left for later, by their names, where it was said. */
export type LaterWords = Record<string, { reason: LaterReason; note: string }>;

/** A document that the visa requires, and what the form has of it. */
export interface RequiredSlot {
  documentName: string;
  files: ListedFile[];
  /** Why it comes later, where it has no file. */
  reason: LaterReason;
  note: string;
}

/** In the traveller's words. */
export const laterReasonLabels: Record<LaterReason, string> = {
  NOT_READY: "I do not have it yet",
  AWAITED: "I am waiting to receive it",
  NOT_NEEDED: "It does not apply to me",
  OTHER: "Something else",
};

export const laterReasonOptions = laterReasons.map((reason) => [reason, laterReasonLabels[reason]] as const);

/** The visa's documents of today, and those of before that something was said of, in that order. */
export function listRequired(
  required: readonly string[],
  before: ApplicantPartsFragment | undefined,
): string[] {
  const said = (before?.requiredDocuments ?? []).filter(({ state }) => state !== "NOT_SAID");
  return [...new Set([...required, ...said.map(({ documentName }) => documentName)])];
}

/** What was said of an applicant that is edited. */
export function laterWordsOf(before: ApplicantPartsFragment | undefined): LaterWords {
  const words = (before?.requiredDocuments ?? []).flatMap(({ documentName, reason, note }) =>
    reason ? [[documentName, { reason, note: note ?? "" }] as const] : [],
  );
  return Object.fromEntries(words);
}

/** What counts where somebody leaves a document out without a word: the preview says so before it is sent. */
const usualReason: LaterReason = "NOT_READY";

export function listSlots(
  required: readonly string[],
  listed: readonly ListedFile[],
  later: LaterWords,
): RequiredSlot[] {
  return required.map((documentName) => ({
    documentName,
    files: listed.filter((file) => file.documentName === documentName),
    reason: later[documentName]?.reason ?? usualReason,
    note: later[documentName]?.note ?? "",
  }));
}

/** What is wrong with the words on those that are left for later. */
export function findSlotViolations(slots: readonly RequiredSlot[]): FormViolation[] {
  return slots.flatMap(({ files, reason, note }, index): FormViolation[] => {
    if (files.length > 0) return [];
    return checkLater({ reason, note }, "").map(({ code, message }) => ({
      field: `laterNote${index}`,
      code,
      message,
    }));
  });
}

/** What is left for later, as it is sent. */
export function listLater(slots: readonly RequiredSlot[]): LaterDocumentInput[] {
  return slots.flatMap(({ documentName, files, reason, note }) =>
    files.length === 0 ? [{ documentName, reason, note: note.trim() || null }] : [],
  );
}

import {
  checkLater,
  type LaterReason,
  laterReasons,
} from "../../../server/modules/applicant/requiredDocuments.rules";
import type { ListedFile } from "../../file/field/MultiFileField";
import type { LaterDocumentInput } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { FormViolation } from "./wizardSteps";

/** Why documents are left for later, by their names, as far as it has been entered. */
export type LaterWords = Record<string, { reason: LaterReason | ""; note: string }>;

/** A document that the visa requires, and what the form has of it. */
export interface RequiredSlot {
  documentName: string;
  files: ListedFile[];
  reason: LaterReason | "";
  note: string;
}

/** In the traveller's words. */
export const laterReasonLabels: Record<LaterReason, string> = {
  NOT_READY: "I do not have it yet",
  AWAITED: "Somebody else will send it to me",
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

export function listSlots(
  required: readonly string[],
  listed: readonly ListedFile[],
  later: LaterWords,
): RequiredSlot[] {
  return required.map((documentName) => ({
    documentName,
    files: listed.filter((file) => file.documentName === documentName),
    reason: later[documentName]?.reason ?? "",
    note: later[documentName]?.note ?? "",
  }));
}

/** Each slot is filled, or left for later with a reason; the messages name the document. */
export function findSlotViolations(slots: readonly RequiredSlot[]): FormViolation[] {
  return slots.flatMap(({ documentName, files, reason, note }, index): FormViolation[] => {
    if (files.length > 0) return [];
    if (!reason)
      return [
        {
          field: `requiredDocument${index}`,
          code: "REQUIRED",
          message: `Upload this, or say why it comes later: ${documentName}`,
        },
      ];
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
    files.length === 0 && reason ? [{ documentName, reason, note: note.trim() || null }] : [],
  );
}

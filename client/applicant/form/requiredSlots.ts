import {
  checkLater,
  type LaterReason,
  laterReasons,
} from "../../../server/modules/applicant/documents/requiredDocuments.rules";
import type { ListedFile } from "../../file/field/MultiFileField";
import type { LaterDocumentInput } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { FormViolation } from "./wizardSteps";

export type LaterWords = Record<string, { reason: LaterReason; note: string }>;

/** A document that the visa requires, with its files in the form. */
export interface RequiredSlot {
  documentName: string;
  files: ListedFile[];
  /** Reason for leaving it for later; undefined if none was given. Applies only if there is no file. */
  reason: LaterReason | undefined;
  /** Whether its text says that only some applicants need it. */
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

/** Returns the visa's current documents, then earlier ones for which a reason was given. */
export function listRequired(
  required: readonly string[],
  before: ApplicantPartsFragment | undefined,
): string[] {
  const said = (before?.requiredDocuments ?? []).filter(({ state }) => state !== "NOT_SAID");
  return [...new Set([...required, ...said.map(({ documentName }) => documentName)])];
}

export function toLaterWords(before: ApplicantPartsFragment | undefined): LaterWords {
  const words = (before?.requiredDocuments ?? []).flatMap(({ documentName, reason, note }) =>
    reason ? [[documentName, { reason, note: note ?? "" }] as const] : [],
  );
  return Object.fromEntries(words);
}

/** The reason of a document that the traveller marks as applying after all. */
export const usualReason: LaterReason = "NOT_READY";

/** A condition in the text of a document, but not one of a part of it (`, with … if you have them`). */
const condition =
  /^For (?!the\b)|\b(?:if|when) (?:you (?!prefer|leave)|a |your |coming|the trip)|\b(?:any|a) child\b|\b(?:transit|stopover) visas?\b/i;
const partOnly = /, with [^,]*$/;

export function listSlots(
  required: readonly string[],
  listed: readonly ListedFile[],
  later: LaterWords,
): RequiredSlot[] {
  return required.map((documentName) => ({
    documentName,
    files: listed.filter((file) => file.documentName === documentName),
    reason: later[documentName]?.reason,
    isConditional: condition.test(documentName.replace(partOnly, "")),
    note: later[documentName]?.note ?? "",
  }));
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

/** Rules for corrections that staff request. Pure; the staff console's forms use the same rules. */
import {
  applicantFields,
  correctableFields,
  type CorrectableField,
} from "../../applicant/applicantFields.rules";
import type { RequiredDocument } from "../../applicant/documents/neededDocuments.rules";
import type { FilePurpose } from "../../file/file.rules";
import { checkNote, normaliseNote } from "../../../core/note.rules";
import { type InputViolation, invalid, missing } from "../../../core/text.rules";

export const correctionReasons = [
  "BLURRED",
  "GLARE",
  "CROPPED",
  "WRONG_DOCUMENT",
  "EXPIRED",
  "MISMATCH",
  "OTHER",
] as const;
export type CorrectionReason = (typeof correctionReasons)[number];

/** Returns the reasons that can apply: typed values are never blurred, and a photo does not expire. */
export function reasonsFor(about: { field: CorrectableField } | { paper: FilePurpose }): CorrectionReason[] {
  if ("field" in about)
    return about.field === "PASSPORT_EXPIRE_DATE" ? ["EXPIRED", "MISMATCH", "OTHER"] : ["MISMATCH", "OTHER"];
  return correctionReasons.filter((reason) => about.paper !== "PHOTO" || reason !== "EXPIRED");
}

export const maxCorrectionItems = 20;

export interface CorrectionItem {
  fileId?: string | null;
  field?: CorrectableField | null;
  isMissingPaper?: boolean | null;
  /** Name of the required document that is missing, or of the question to answer again. */
  documentName?: string | null;
  reason: CorrectionReason;
  note?: string | null;
}

/** Messages about missing input, shared with the staff console's forms. */
export const noteForOther = "Say what is wrong";
export const noteForMissing = "Say which document is missing";
export const nothingAsked = "Add what the traveller has to correct";
export const unfitReason = (name: string) => `This reason does not fit the ${name}. Choose another`;
export const noReasonAgainst = "Choose why it is not acceptable";

interface AskedCorrection extends Record<"fileId" | "documentName", string | null> {
  field: CorrectableField | null;
  paper: FilePurpose | null;
}

export function checkChangedCorrection(
  { field, paper, fileId, documentName }: AskedCorrection,
  { reason, note }: Pick<CorrectionItem, "reason" | "note">,
): InputViolation[] {
  const isMissingPaper = !field && !fileId;
  const violations = checkNote(note, "note", neededNote({ isMissingPaper, documentName, reason }));
  const fitting = field ? reasonsFor({ field }) : paper && fileId ? reasonsFor({ paper }) : correctionReasons;
  if (!fitting.includes(reason)) violations.push(invalid("reason", unfitReason(fieldName(field))));
  return violations;
}

/** Returns the error message for a missing note; undefined if no note is required. */
function neededNote({
  isMissingPaper,
  documentName,
  reason,
}: Pick<CorrectionItem, "isMissingPaper" | "documentName" | "reason">): string | undefined {
  if (documentName) return undefined;
  if (isMissingPaper) return noteForMissing;
  return reason === "OTHER" ? noteForOther : undefined;
}

/** Returns the name of a field, or "photo", because the photo is the only file for which some reasons are invalid. */
function fieldName(field: CorrectableField | null | undefined): string {
  return field ? applicantFields[correctableFields[field]].label.toLowerCase() : "photo";
}

/**
 * True if a required document can be requested as missing: it was not sent, or is an answer that can be given again.
 */
export const canBeMissing = ({
  state,
  answer,
}: Pick<RequiredDocument, "state"> & { answer?: string | null }) => state !== "SENT" || Boolean(answer);

/** Returns all violations of requested corrections; `known` are the applicant's files and required documents. */
export function checkCorrectionItems(
  items: readonly CorrectionItem[],
  known: {
    files: readonly { fileId: string; purpose: FilePurpose }[];
    requiredDocuments: readonly RequiredDocument[];
  },
): InputViolation[] {
  if (items.length === 0) return [missing("items", nothingAsked)];
  if (items.length > maxCorrectionItems)
    return [invalid("items", `Ask for at most ${maxCorrectionItems} corrections at once`)];
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const { fileId, field, isMissingPaper, documentName, reason, note } = item;
    const place = `items.${index}`;
    if ([fileId, field, isMissingPaper].filter(Boolean).length !== 1)
      return [invalid(place, "Name a file, a field or a missing document")];
    const violations = checkNote(note, `${place}.note`, neededNote(item));
    const paper = known.files.find((one) => one.fileId === fileId)?.purpose;
    const fitting = field ? reasonsFor({ field }) : paper && reasonsFor({ paper });
    if (fitting && !fitting.includes(reason))
      violations.push(invalid(`${place}.reason`, unfitReason(fieldName(field))));
    if (fileId && !paper) violations.push(invalid(`${place}.fileId`, "This applicant has no such file"));
    const required = known.requiredDocuments.find((one) => one.documentName === documentName);
    if (documentName && !(isMissingPaper && required))
      violations.push(
        invalid(`${place}.documentName`, "This applicant's visa does not require a document of this name"),
      );
    else if (required && !canBeMissing(required))
      violations.push(
        invalid(
          `${place}.documentName`,
          "The traveller has sent this document. Ask for a better one instead",
        ),
      );
    // Several documents without a name can be missing, so their notes identify them.
    const [part, key] = fileId
      ? ["fileId", fileId]
      : field
        ? ["field", field]
        : documentName
          ? ["documentName", `document ${documentName}`]
          : ["note", `missing ${normaliseNote(note)?.toLowerCase()}`];
    if (seen.has(key)) violations.push(invalid(`${place}.${part}`, "This has already been requested"));
    seen.add(key);
    return violations;
  });
}

/** What may be asked of a traveller and why, and what may be said to them. Pure; the staff console's forms use the same rules. */
import {
  applicantFields,
  correctableFields,
  type CorrectableField,
} from "../../applicant/applicantFields.rules";
import type { FilePurpose } from "../../file/file.rules";

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

/** What is typed is not blurred, and a photo does not expire. */
export function reasonsFor(about: { field: CorrectableField } | { paper: FilePurpose }): CorrectionReason[] {
  if ("field" in about)
    return about.field === "PASSPORT_EXPIRE_DATE" ? ["EXPIRED", "MISMATCH", "OTHER"] : ["MISMATCH", "OTHER"];
  return correctionReasons.filter((reason) => about.paper !== "PHOTO" || reason !== "EXPIRED");
}

/** Characters of a message to the traveller. */
export const maxNoteLength = 500;
/** Things that can be asked for at once. */
export const maxCorrectionItems = 20;

/** Structurally a violation of `server/errors.ts`, which rules may not know. */
export interface CorrectionViolation {
  field: string;
  code: "REQUIRED" | "INVALID" | "TOO_LONG";
  message: string;
}

/** One correction, as staff ask for it. */
export interface CorrectionItem {
  fileId?: string | null;
  field?: CorrectableField | null;
  isMissingPaper?: boolean | null;
  /** Which required document is missing. */
  documentName?: string | null;
  reason: CorrectionReason;
  note?: string | null;
}

/** A message to the traveller as it is stored; null for none. */
export function tidyNote(note: string | null | undefined): string | null {
  return (note ?? "").normalize("NFC").replaceAll("\r\n", "\n").trim() || null;
}

/** What is wrong with a message to the traveller; `whenMissing` is told where there has to be one and is none. */
export function checkNote(
  note: string | null | undefined,
  field: string,
  whenMissing?: string,
): CorrectionViolation[] {
  const text = tidyNote(note);
  if (!text) return whenMissing ? [{ field, code: "REQUIRED", message: whenMissing }] : [];
  if (text.length > maxNoteLength)
    return [{ field, code: "TOO_LONG", message: `The note must be ${maxNoteLength} characters or fewer` }];
  if (/[\p{Cc}\p{Cs}\p{Co}]/u.test(text.replaceAll("\n", "")))
    return [{ field, code: "INVALID", message: "The note has a character that cannot be used" }];
  return [];
}

/** What is missing in what staff enter, in the words of their forms. */
export const noteForOther = "Say what is wrong";
export const noteForMissing = "Say which document is missing";
export const nothingAsked = "Add what the traveller has to correct";
export const unfitReason = (name: string) => `This reason does not fit the ${name}. Choose another`;
export const noReasonAgainst = "Choose why it is not acceptable";

/** What is wrong with other words for something that is asked for already. */
export function checkChangedCorrection(
  {
    field,
    paper,
    fileId,
    documentName,
  }: {
    field: CorrectableField | null;
    paper: FilePurpose | null;
    fileId: string | null;
    documentName: string | null;
  },
  { reason, note }: Pick<CorrectionItem, "reason" | "note">,
): CorrectionViolation[] {
  const isMissingPaper = !field && !fileId;
  const violations = checkNote(note, "note", neededNote({ isMissingPaper, documentName, reason }));
  const fitting = field ? reasonsFor({ field }) : paper && fileId ? reasonsFor({ paper }) : correctionReasons;
  if (!fitting.includes(reason))
    violations.push({ field: "reason", code: "INVALID", message: unfitReason(nameOf(field)) });
  return violations;
}

/** What the message has to say; undefined if there need be none. */
function neededNote({
  isMissingPaper,
  documentName,
  reason,
}: Pick<CorrectionItem, "isMissingPaper" | "documentName" | "reason">): string | undefined {
  if (documentName) return undefined;
  if (isMissingPaper) return noteForMissing;
  return reason === "OTHER" ? noteForOther : undefined;
}

/** What a reason may not fit: of the files only the photo has one. */
function nameOf(field: CorrectableField | null | undefined): string {
  return field ? applicantFields[correctableFields[field]].label.toLowerCase() : "photo";
}

/** All violations of what staff ask for; `files` and `documentNames` are the traveller's files and required documents. */
export function checkCorrectionItems(
  items: readonly CorrectionItem[],
  {
    files,
    documentNames,
  }: {
    files: readonly { fileId: string; purpose: FilePurpose }[];
    documentNames: readonly string[];
  },
): CorrectionViolation[] {
  if (items.length === 0) return [{ field: "items", code: "REQUIRED", message: nothingAsked }];
  if (items.length > maxCorrectionItems)
    return [
      {
        field: "items",
        code: "INVALID",
        message: `Ask for ${maxCorrectionItems} corrections at most at once`,
      },
    ];
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const { fileId, field, isMissingPaper, documentName, reason, note } = item;
    const place = `items.${index}`;
    if ([fileId, field, isMissingPaper].filter(Boolean).length !== 1)
      return [{ field: place, code: "INVALID", message: "Name a file, a field or a missing document" }];
    const violations = checkNote(note, `${place}.note`, neededNote(item));
    const paper = files.find((one) => one.fileId === fileId)?.purpose;
    const fitting = field ? reasonsFor({ field }) : paper && reasonsFor({ paper });
    if (fitting && !fitting.includes(reason))
      violations.push({ field: `${place}.reason`, code: "INVALID", message: unfitReason(nameOf(field)) });
    if (fileId && !paper)
      violations.push({
        field: `${place}.fileId`,
        code: "INVALID",
        message: "This traveller has no such file",
      });
    if (documentName && !(isMissingPaper && documentNames.includes(documentName)))
      violations.push({
        field: `${place}.documentName`,
        code: "INVALID",
        message: "This traveller's visa does not require a document of this name",
      });
    // Several documents may be missing, each with a message of its own.
    const [part, key] = fileId
      ? ["fileId", fileId]
      : field
        ? ["field", field]
        : documentName
          ? ["documentName", `document ${documentName}`]
          : ["note", `missing ${tidyNote(note)?.toLowerCase()}`];
    if (seen.has(key))
      violations.push({
        field: `${place}.${part}`,
        code: "INVALID",
        message: "This has already been requested",
      });
    seen.add(key);
    return violations;
  });
}

import {
  canBeMissing,
  correctionReasons,
  noteForMissing,
  noteForOther,
  nothingAsked,
  reasonsFor,
} from "../../../server/modules/review/correction/correction.rules";
import type {
  ApplicantField,
  CorrectionReason,
  PaperKind,
  StaffCorrectionInput,
} from "../../schemaTypes.generated";
import type { FormViolation } from "../../lib/useViolations";
import { fieldLabels, toOptions, fileName } from "../case/caseLabels";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import type { StaffFilePartsFragment } from "../document/operations.generated";

type Target =
  | { kind: "paper"; fileId: string; paper: PaperKind }
  | { kind: "field"; field: ApplicantField }
  | { kind: "missing"; number: number }
  | { kind: "required"; documentName: string };

export interface Askable {
  /** Part of the inputs' ids. Unique: each subject can be requested only once, and missing files are numbered. */
  key: string;
  target: Target;
  name: string;
}

export interface CorrectionDraft extends Askable {
  reason: CorrectionReason | "";
  note: string;
}

const toAskable = (paper: StaffFilePartsFragment): Askable => ({
  key: paper.fileId,
  target: { kind: "paper", fileId: paper.fileId, paper: paper.kind },
  name: fileName(paper),
});

type Shown = Pick<StaffApplicantPartsFragment, "papers" | "visaApplicant">;

/** Lists all files except the visa, required documents without a file, and all fields. */
export function listAskable(props: Shown): Record<"papers" | "required" | "fields", Askable[]> {
  const { papers, visaApplicant } = props;
  return {
    required: visaApplicant.requiredDocuments.flatMap((document, index): Askable[] => {
      const { documentName } = document;
      if (!canBeMissing(document)) return [];
      return [{ key: `required-${index}`, target: { kind: "required", documentName }, name: documentName }];
    }),
    papers: papers.filter(({ kind }) => kind !== "VISA").map(toAskable),
    fields: toOptions(fieldLabels).map(([field, name]) => ({
      key: field,
      target: { kind: "field", field },
      name,
    })),
  };
}

/** Returns drafts for the rejected files, with the reasons from their reviews. */
export function draftFromReviews(papers: StaffFilePartsFragment[]): CorrectionDraft[] {
  return papers.flatMap((paper): CorrectionDraft[] => {
    const { kind, verdict } = paper;
    if (!verdict || verdict.isAccepted || kind === "VISA") return [];
    return [{ ...toAskable(paper), reason: verdict.reason ?? "", note: verdict.note ?? "" }];
  });
}

/** Returns a draft of an open correction; its key is the correction's id. */
export function draftOfOpen(
  correction: StaffApplicantPartsFragment["corrections"][number],
  papers: StaffFilePartsFragment[],
): CorrectionDraft {
  const { correctionId: key, reason, note } = correction;
  return { ...toTarget(correction, papers), key, reason, note: note ?? "" };
}

function toTarget(
  {
    field,
    paper,
    visaApplicationDocumentId,
    documentName,
  }: StaffApplicantPartsFragment["corrections"][number],
  papers: StaffFilePartsFragment[],
): Pick<CorrectionDraft, "target" | "name"> {
  if (field) return { target: { kind: "field", field }, name: fieldLabels[field] };
  if (documentName) return { target: { kind: "required", documentName }, name: documentName };
  const file = papers.find(({ fileId, kind }) =>
    paper === "DOCUMENT" ? fileId === visaApplicationDocumentId : kind === paper,
  );
  if (!file) return { target: { kind: "missing", number: 0 }, name: "A missing document" };
  return toAskable(file);
}

export function listReasons(target: Target): readonly CorrectionReason[] {
  if (target.kind === "paper" || target.kind === "field") return reasonsFor(target);
  return correctionReasons;
}

/** True for a missing file, which needs no reason. */
export function isMissingPaper({ kind }: Target): boolean {
  return kind === "missing" || kind === "required";
}

export function findDraftViolations(drafts: CorrectionDraft[]): FormViolation[] {
  if (drafts.length === 0) return [{ field: null, message: nothingAsked }];
  return drafts.flatMap(({ target, reason, note }, index) => {
    const violations: FormViolation[] = [];
    if (!isMissingPaper(target) && !reason)
      violations.push({ field: `items.${index}.reason`, message: "Choose a reason" });
    if (!note.trim() && target.kind === "missing")
      violations.push({ field: `items.${index}.note`, message: noteForMissing });
    else if (!note.trim() && reason === "OTHER")
      violations.push({ field: `items.${index}.note`, message: noteForOther });
    return violations;
  });
}

/**
 * Converts a draft to API input. A missing file without a reason gets OTHER, because its name or the note describes it.
 */
export function toInput({ target, reason, note }: CorrectionDraft): StaffCorrectionInput {
  return {
    fileId: target.kind === "paper" ? target.fileId : null,
    field: target.kind === "field" ? target.field : null,
    isMissingPaper: isMissingPaper(target),
    documentName: target.kind === "required" ? target.documentName : null,
    reason: reason || "OTHER",
    note: note.trim() || null,
  };
}

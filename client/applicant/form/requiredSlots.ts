import { checkAnswer, unanswered } from "../../../server/modules/applicant/documents/answers.rules";
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
import type { ListedFile } from "../../file/field/ChosenFiles";
import type { LaterDocumentInput, RequirementAnswerInput, TravelerType } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { FormViolation } from "./wizardSteps";

export type LaterWords = Record<string, { reason: LaterReason; note: string }>;

/** Answers to questions, by the questions' full texts. */
export type Answers = Record<string, string>;

/** The fields of a requirement that the wizard's page loads. */
export type Requirement = Pick<
  VisaRequirement,
  "requirementId" | "kind" | "label" | "help" | "categories" | "circumstance" | "isRequired" | "isSameForAll"
> &
  Partial<Pick<VisaRequirement, "fileRules">>;

/** A document that the visa requires, with its files in the form, or a question with its answer. */
export interface RequiredSlot {
  documentName: string;
  /** Undefined for a document that the visa no longer requires. */
  requirement: Requirement | undefined;
  files: ListedFile[];
  /** Files in the form that are not sent, because the traveller says that the document does not apply. */
  declined: ListedFile[];
  /** Reason for leaving the document for later; undefined if none was given. Ignored if there is a file. */
  reason: LaterReason | undefined;
  /** Whether only some applicants need the document. */
  isConditional: boolean;
  /** True if the requirement is met with a one-line answer instead of files. */
  isQuestion: boolean;
  /** The answer to a question; blank for documents. */
  answer: string;
  note: string;
}

/** True if the traveller has to say whether the circumstance applies. False for a question, which may stay blank. */
export function asksCircumstance({
  requirement,
  isQuestion,
}: Pick<RequiredSlot, "requirement" | "isQuestion">): boolean {
  return Boolean(requirement?.circumstance && requirement.isRequired && !isQuestion);
}

/** True if the traveller says that the circumstance does not apply to them. */
export function isDeclined(slot: Pick<RequiredSlot, "requirement" | "isQuestion" | "reason">): boolean {
  return asksCircumstance(slot) && slot.reason === "NOT_NEEDED";
}

/** Whether a document's circumstance applies to the traveller; undefined if they have not said. */
export function isInCircumstance({ files, reason }: RequiredSlot): boolean | undefined {
  if (files.length > 0) return true;
  return reason && reason !== "NOT_NEEDED";
}

const laterReasonLabels: Record<LaterReason, string> = {
  NOT_READY: "I do not have it yet",
  AWAITED: "I am waiting to receive it",
  NOT_NEEDED: "It does not apply to me",
  OTHER: "Something else",
};

export const questionLeft = "I will answer later";

/** Describes why a requirement is left for later. A question has only a checkbox, without reasons. */
export function describeLater(left: {
  isQuestion: boolean;
  reason: LaterReason;
  note?: string | null;
}): string {
  if (left.isQuestion) return questionLeft;
  return [laterReasonLabels[left.reason], left.note?.trim()].filter(Boolean).join(": ");
}

export const laterReasonOptions = laterReasons.map((reason) => [reason, laterReasonLabels[reason]] as const);

/**
 * Returns the initial reasons and answers of a form: the applicant's earlier ones, or another applicant's if the
 * requirement is the same for all.
 */
export function firstWords({
  requirements,
  before,
  others = [],
}: Pick<SlotSources, "requirements" | "before" | "others">): { later: LaterWords; answers: Answers } {
  const own = before?.requiredDocuments ?? [];
  const later: LaterWords = {};
  const answers: Answers = {};
  for (const { documentName, answer, reason, note } of own) {
    if (answer) answers[documentName] = answer;
    if (reason) later[documentName] = { reason, note: note ?? "" };
  }
  for (const { help, circumstance, isSameForAll } of requirements) {
    const isSaid = own.some(({ documentName, state }) => documentName === help && state !== "NOT_SAID");
    if (!isSameForAll || isSaid) continue;
    const said = others
      .flatMap(({ requiredDocuments }) => requiredDocuments)
      .find(({ documentName, state }) => documentName === help && state !== "NOT_SAID");
    if (said?.answer) answers[help] = said.answer;
    else if (said && circumstance)
      later[help] = { reason: said.reason === "NOT_NEEDED" ? said.reason : usualReason, note: "" };
  }
  return { later, answers };
}

/** The reason that is stored if the traveller says that a document applies. */
export const usualReason: LaterReason = "NOT_READY";

/**
 * Returns an applicant's slots: the visa's requirements for their category, then earlier documents that have a file, a
 * reason or an answer.
 */
export function listSlots(
  { requirements, travelerType, before }: SlotSources,
  listed: readonly ListedFile[],
  later: LaterWords,
  answers: Answers = {},
): RequiredSlot[] {
  const required = requirementsFor(requirements, travelerType).filter((one) => !hasOwnField(one));
  const said = (before?.requiredDocuments ?? []).filter(({ state }) => state !== "NOT_SAID");
  const names = new Set([
    ...required.map(({ help }) => help),
    ...said.map(({ documentName }) => documentName),
  ]);
  return [...names].map((documentName) => {
    const requirement = required.find(({ help }) => help === documentName);
    const files = listed.filter((file) => file.documentName === documentName);
    const slot = {
      documentName,
      requirement,
      reason: later[documentName]?.reason,
      isConditional: requirement !== undefined && !isNeeded(requirement),
      isQuestion: requirement?.kind === "QUESTION",
      answer: answers[documentName] ?? "",
      note: later[documentName]?.note ?? "",
    };
    return isDeclined(slot) ? { ...slot, files: [], declined: files } : { ...slot, files, declined: [] };
  });
}

export interface SlotSources {
  /** The visa's requirements for all categories of applicants, in catalogue order. */
  requirements: readonly Requirement[];
  travelerType: TravelerType;
  before: Pick<ApplicantPartsFragment, "requiredDocuments"> | undefined;
  /** The other applicants of the application. */
  others?: readonly Pick<ApplicantPartsFragment, "requiredDocuments">[];
}

const needsYesOrNo = "Please answer yes or no";

export function findSlotViolations(slots: readonly RequiredSlot[]): FormViolation[] {
  return slots.flatMap((slot, index): FormViolation[] => {
    const { files, reason, note, answer, isQuestion, isConditional } = slot;
    const paper = `requiredDocument${index}` as const;
    if (isQuestion && answer.trim())
      return checkAnswer(answer, "").map(({ code, message }) => ({ field: paper, code, message }));
    if (files.length > 0) return [];
    if (!reason && asksCircumstance(slot))
      return [{ field: `laterReason${index}`, code: "REQUIRED", message: needsYesOrNo }];
    if (!reason && isQuestion && !isConditional)
      return [{ field: paper, code: "REQUIRED", message: unanswered }];
    if (!reason) return [];
    return checkLater({ reason, note }, "").map(({ code, message }) => ({
      field: `laterNote${index}`,
      code,
      message,
    }));
  });
}

export function listLater(slots: readonly RequiredSlot[]): LaterDocumentInput[] {
  return slots.flatMap(({ documentName, files, reason, note, answer }) =>
    files.length === 0 && !answer.trim() && reason
      ? [{ documentName, reason, note: note.trim() || null }]
      : [],
  );
}

/**
 * Returns the answers to send; undefined if they equal those of `before`, or if there are no questions. A blank answer
 * removes an earlier one.
 */
export function listAnswers(
  slots: readonly RequiredSlot[],
  before: Pick<ApplicantPartsFragment, "requiredDocuments"> | undefined,
): RequirementAnswerInput[] | undefined {
  const questions = slots.flatMap(({ requirement, isQuestion, documentName, answer }) => {
    const earlier = before?.requiredDocuments.find((one) => one.documentName === documentName)?.answer ?? "";
    return isQuestion && requirement ? [{ ...requirement, earlier, answer: answer.trim() }] : [];
  });
  const isSame = before && questions.every(({ answer, earlier }) => answer === earlier);
  if (questions.length === 0 || isSame) return undefined;
  return questions
    .filter(({ answer, earlier }) => answer || earlier)
    .map(({ requirementId, answer }) => ({ requirementId, answer }));
}

import type { DetailViolation } from "../../../server/modules/applicant/applicant.rules";
import { checkGivenAnswer } from "../../../server/modules/applicant/documents/answers.rules";
import { fileRequiredMessages } from "../../../server/modules/file/file.rules";
import type { SendCorrectionInput, UserError } from "../../schemaTypes.generated";
import { findField, findUploadPurpose, type Correction } from "./correctionTargets";

export interface CorrectionError {
  correctionId: string;
  message: string;
}

/** Shown for a field that is unchanged and not confirmed as right. */
export const unansweredMessage = "Is it right as it is? Change it, or confirm that it is right";

/** Returns why one applicant's corrections cannot be sent yet, in order; empty if they can. */
export function findCorrectionErrors(
  corrections: readonly Correction[],
  given: {
    hasFile: (correctionId: string) => boolean;
    /** The answers to the visa's questions, by correction id. */
    texts?: Readonly<Record<string, string>>;
    detailViolations: readonly DetailViolation[];
    /** Whether the correction's field is unchanged and not confirmed as right. */
    isUnanswered?: (correctionId: string) => boolean;
  },
): CorrectionError[] {
  return corrections.flatMap((correction) => {
    const { correctionId } = correction;
    const field = findField(correction);
    if (field) {
      const found = given.detailViolations
        .filter((violation) => violation.field === field)
        .map(({ message }) => ({ correctionId, message }));
      const isUnanswered = found.length === 0 && given.isUnanswered?.(correctionId);
      return isUnanswered ? [{ correctionId, message: unansweredMessage }] : found;
    }
    const text = given.texts?.[correctionId];
    if (text !== undefined)
      return checkGivenAnswer(text, "").map(({ message }) => ({ correctionId, message }));
    const message = fileRequiredMessages[findUploadPurpose(correction) ?? "DOCUMENT"];
    return given.hasFile(correctionId) ? [] : [{ correctionId, message }];
  });
}

export function sortCorrectionErrors(
  userErrors: readonly Pick<UserError, "field" | "message">[],
  input: Pick<SendCorrectionInput, "papers" | "fields">,
  corrections: readonly Pick<Correction, "correctionId">[],
): { violations: CorrectionError[]; general: string[] } {
  const violations: CorrectionError[] = [];
  const general: string[] = [];
  for (const { field, message } of userErrors) {
    // `field` is `papers.0.file`, `fields.1.value`, or the id of an unanswered correction.
    const [first = "", place = ""] = field?.replace(/^input\./, "").split(".") ?? [];
    const answers = first === "papers" ? input.papers : first === "fields" ? input.fields : undefined;
    const correctionId = answers ? answers[Number(place)]?.correctionId : first;
    if (correctionId && corrections.some((one) => one.correctionId === correctionId))
      violations.push({ correctionId, message });
    else general.push(message);
  }
  return { violations, general };
}

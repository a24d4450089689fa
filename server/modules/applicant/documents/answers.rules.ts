/** Answers to the questions of a visa. Pure; the forms use the same rules. */
import {
  findTextViolation,
  toOneLine,
  tooLongText,
  type InputViolation,
  invalid,
  missing,
  tooLong,
} from "../../../core/text.rules";

/** Maximum length of an answer, in characters. */
export const maxAnswerLength = 300;

/** Returns the violations of an answer, which may be blank. */
export function checkAnswer(answer: string, field: string): InputViolation[] {
  const text = toOneLine(answer);
  if (text.length > maxAnswerLength) return [tooLong(field, tooLongText("The answer", maxAnswerLength))];
  const violation = findTextViolation(text);
  return violation ? [invalid(field, `The answer ${violation}`)] : [];
}

export const unanswered = "Please answer this, or say that you will answer later";

/** Returns the violations of an answer that is sent on its own, which must not be blank. */
export function checkGivenAnswer(answer: string, field: string): InputViolation[] {
  if (toOneLine(answer)) return checkAnswer(answer, field);
  return [missing(field, "Please answer this")];
}

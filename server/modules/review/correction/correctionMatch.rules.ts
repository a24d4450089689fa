/** Matches a traveller's answer against the open corrections. It has to answer all of them and nothing else. Pure. */
import type { FilePurpose } from "../../file/file.rules";
import { checkGivenAnswer } from "../../applicant/documents/answers.rules";
import type { ApplicantCorrectionEntity } from "./correction.entity";
import type { CorrectableField } from "../../applicant/applicantFields.rules";
import { type InputViolation, invalid, missing } from "../../../core/text.rules";

/** The part of a correction that matching needs. */
export type OpenCorrection = Pick<
  ApplicantCorrectionEntity,
  "correctionId" | "paper" | "fileId" | "field" | "documentName"
>;

export interface CorrectionAnswer<File> {
  papers: readonly { correctionId: string; file: File }[];
  /** `isRightAsItIs`: the traveller states that an unchanged value is right. */
  fields: readonly { correctionId: string; value: string; isRightAsItIs?: boolean | null }[];
}

/** The answers, each with its correction and its input field. */
export interface MatchedAnswer<File> {
  papers: ({ place: string; purpose: FilePurpose; file: File } & Pick<
    OpenCorrection,
    "fileId" | "documentName"
  >)[];
  fields: {
    place: string;
    correctionId: string;
    field: CorrectableField;
    value: string;
    isRightAsItIs: boolean;
  }[];
  /** Answers to questions that were requested again or are missing. */
  answers: { documentName: string; answer: string }[];
  violations: InputViolation[];
}

/** `questions` are the names of required documents that are questions, answered with a value or a file. */
export function matchAnswer<File>(
  open: readonly OpenCorrection[],
  answer: CorrectionAnswer<File>,
  questions: readonly string[],
): MatchedAnswer<File> {
  const matched: MatchedAnswer<File> = { papers: [], fields: [], answers: [], violations: [] };
  const isQuestion = ({ documentName }: OpenCorrection) =>
    documentName !== null && questions.includes(documentName);
  const left = new Map(open.map((one) => [one.correctionId, one]));
  const take = (list: "papers" | "fields", index: number, correctionId: string) => {
    const found = left.get(correctionId);
    const isOfKind = found && (isQuestion(found) || (list === "papers") === (found.paper !== null));
    if (isOfKind) {
      left.delete(correctionId);
      return found;
    }
    const isTwice = !found && open.some((one) => one.correctionId === correctionId);
    const message = isTwice ? "This is answered more than once" : mismatchText(found);
    matched.violations.push(invalid(`${list}.${index}.correctionId`, message));
    return undefined;
  };
  for (const [index, { correctionId, file }] of answer.papers.entries()) {
    const found = take("papers", index, correctionId);
    if (found?.paper)
      matched.papers.push({
        place: `papers.${index}.file`,
        purpose: found.paper,
        fileId: found.fileId,
        documentName: found.documentName,
        file,
      });
  }
  for (const [index, { correctionId, value, isRightAsItIs }] of answer.fields.entries()) {
    const found = take("fields", index, correctionId);
    if (found?.field)
      matched.fields.push({
        place: `fields.${index}.value`,
        correctionId,
        field: found.field,
        value,
        isRightAsItIs: isRightAsItIs ?? false,
      });
    else if (found?.documentName) {
      matched.violations.push(...checkGivenAnswer(value, `fields.${index}.value`));
      matched.answers.push({ documentName: found.documentName, answer: value });
    }
  }
  for (const correction of left.values()) {
    const isFile = correction.paper && !isQuestion(correction);
    const message = `This ${isFile ? "file" : "field"} was requested as well`;
    matched.violations.push(missing(correction.correctionId, message));
  }
  return matched;
}

function mismatchText(found: OpenCorrection | undefined): string {
  return found ? `This asks for a ${found.paper ? "file" : "value"}` : "This was not requested";
}

import { useState } from "react";
import { normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import { useDetailsForm } from "../../applicant/form/useDetailsForm";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { SendCorrectionInput } from "../../schemaTypes.generated";
import type { CorrectionDraft, RestoredCorrections } from "./correctionDraft";
import { findField, findQuestion } from "./correctionTargets";
import type { FollowedApplicantFragment } from "./operations.generated";

interface CorrectionAnswersOptions {
  applicant: FollowedApplicantFragment;
  travelDate: string;
  restored: RestoredCorrections | undefined;
  /** Called when an answer changes, because its error no longer applies. */
  onAnswered: (correctionId: string) => void;
}

/** The answers to the corrections of one applicant: files, texts, and fields. */
export function useCorrectionAnswers(given: CorrectionAnswersOptions) {
  const { applicant, restored, onAnswered } = given;
  const { visaApplicantId, corrections } = applicant;
  const [chosen, setChosen] = useState<Record<string, PreparedFile>>(restored?.files ?? {});
  // Answers to the visa's questions, by correction; the earlier answers are prefilled.
  const [texts, setTexts] = useState(() => findTexts(applicant, restored));
  const fields = useFieldAnswers(given);
  const draft: CorrectionDraft = {
    values: { ...fields.values, ...texts },
    later: fields.saidRight,
    files: chosen,
  };

  const choose = (correctionId: string, prepared: PreparedFile | undefined) => {
    onAnswered(correctionId);
    setChosen(({ [correctionId]: _replaced, ...others }) =>
      prepared ? { ...others, [correctionId]: prepared } : others,
    );
  };

  const write = (correctionId: string, text: string) => {
    onAnswered(correctionId);
    setTexts((present) => ({ ...present, [correctionId]: text }));
  };

  const toInput = (): SendCorrectionInput => ({
    visaApplicantId,
    papers: corrections.flatMap(({ correctionId }) => {
      const prepared = chosen[correctionId];
      return prepared ? [{ correctionId, file: prepared.file }] : [];
    }),
    fields: corrections.flatMap((correction) => {
      const field = findField(correction);
      const { correctionId } = correction;
      const text = texts[correctionId];
      if (!field) return text === undefined ? [] : [{ correctionId, value: text }];
      const isRightAsItIs = fields.isRightAsItIs(correctionId);
      return [{ correctionId, value: fields.details.tidied[field], isRightAsItIs }];
    }),
    // All open corrections are answered once and together, so the id of any of them identifies the answer.
    idempotencyKey: corrections[0]!.correctionId,
  });

  return { fields, chosen, choose, texts, write, draft, toInput };
}

/** The values of the corrected fields, and which of them the traveller confirmed as right. */
function useFieldAnswers({ applicant, travelDate, restored, onAnswered }: CorrectionAnswersOptions) {
  const { corrections } = applicant;
  const [saidRight, setSaidRight] = useState<Record<string, boolean>>(restored?.later ?? {});
  const details = useDetailsForm({
    before: applicant,
    first: undefined,
    restored: restored && withAnswers(applicant, restored.values),
    travelDate,
    onCorrected: (field) => {
      const correction = corrections.find((one) => findField(one) === field);
      if (correction) onAnswered(correction.correctionId);
    },
  });
  const values = Object.fromEntries(
    corrections.flatMap((correction) => {
      const field = findField(correction);
      return field ? [[correction.correctionId, details.form.getValues(field)] as const] : [];
    }),
  );

  const findFieldById = (correctionId: string) => {
    const correction = corrections.find((one) => one.correctionId === correctionId);
    return correction && findField(correction);
  };
  const asSent = normaliseDetails(applicant);
  const isUnchanged = (correctionId: string) => {
    const field = findFieldById(correctionId);
    return field !== undefined && details.tidied[field] === asSent[field];
  };
  const isRightAsItIs = (correctionId: string) =>
    Boolean(saidRight[correctionId]) && isUnchanged(correctionId);
  const sayRight = (correctionId: string, isRight: boolean) => {
    onAnswered(correctionId);
    setSaidRight((present) => ({ ...present, [correctionId]: isRight }));
  };

  return { details, values, saidRight, findFieldById, isUnchanged, isRightAsItIs, sayRight };
}

/** Returns the initial answers to questions, by correction id. */
function findTexts(
  applicant: FollowedApplicantFragment,
  restored: RestoredCorrections | undefined,
): Record<string, string> {
  const texts = applicant.corrections.flatMap((correction) => {
    const question = findQuestion(correction, applicant);
    const { correctionId } = correction;
    return question ? [[correctionId, restored?.values[correctionId] ?? question.answer ?? ""]] : [];
  });
  return Object.fromEntries(texts) as Record<string, string>;
}

function withAnswers(applicant: FollowedApplicantFragment, values: CorrectionDraft["values"]) {
  const answers = applicant.corrections.flatMap((correction) => {
    const field = findField(correction);
    const value = values[correction.correctionId];
    return field && value !== undefined ? [[field, value] as const] : [];
  });
  return { ...normaliseDetails(applicant), ...Object.fromEntries(answers) };
}

import { useState } from "react";
import { normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import { toDetails } from "../../applicant/form/applicantForm";
import { useDetailsForm } from "../../applicant/form/useDetailsForm";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { SendCorrectionInput } from "../../schemaTypes.generated";
import type { CorrectionDraft, RestoredCorrections } from "./correctionDraft";
import { findField, findQuestion } from "./correctionTargets";
import type { FollowedApplicantFragment } from "./operations.generated";

/** The answers to the corrections of one applicant: files, values, and values confirmed as right. */
export function useCorrectionAnswers(given: {
  applicant: FollowedApplicantFragment;
  travelDate: string;
  restored: RestoredCorrections | undefined;
  /** Called when an answer changes so that its error no longer applies. */
  onAnswered: (correctionId: string) => void;
}) {
  const { applicant, travelDate, restored, onAnswered } = given;
  const { visaApplicantId, corrections } = applicant;
  const [chosen, setChosen] = useState<Record<string, PreparedFile>>(restored?.files ?? {});
  // Questions of the visa, by correction; an earlier answer is shown to be changed.
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      corrections.flatMap((correction) => {
        const question = findQuestion(correction, applicant);
        const { correctionId } = correction;
        return question ? [[correctionId, restored?.values[correctionId] ?? question.answer ?? ""]] : [];
      }),
    ),
  );
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
  const findFieldOf = (correctionId: string) => {
    const correction = corrections.find((one) => one.correctionId === correctionId);
    return correction && findField(correction);
  };
  const values = Object.fromEntries(
    corrections.flatMap((correction) => {
      const field = findField(correction);
      return field ? [[correction.correctionId, details.form.getValues(field)] as const] : [];
    }),
  );
  const draft: CorrectionDraft = { values: { ...values, ...texts }, later: saidRight, files: chosen };

  const asSent = normaliseDetails(toDetails(applicant));
  const isUnchanged = (correctionId: string) => {
    const field = findFieldOf(correctionId);
    return field !== undefined && details.tidied[field] === asSent[field];
  };
  const isRightAsItIs = (correctionId: string) =>
    Boolean(saidRight[correctionId]) && isUnchanged(correctionId);
  const sayRight = (correctionId: string, isRight: boolean) => {
    onAnswered(correctionId);
    setSaidRight((present) => ({ ...present, [correctionId]: isRight }));
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
      return [{ correctionId, value: details.tidied[field], isRightAsItIs: isRightAsItIs(correctionId) }];
    }),
  });

  return {
    details,
    chosen,
    texts,
    draft,
    findFieldOf,
    isUnchanged,
    isRightAsItIs,
    sayRight,
    choose,
    write,
    toInput,
  };
}

function withAnswers(applicant: FollowedApplicantFragment, values: CorrectionDraft["values"]) {
  const answers = applicant.corrections.flatMap((correction) => {
    const field = findField(correction);
    const value = values[correction.correctionId];
    return field && value !== undefined ? [[field, value] as const] : [];
  });
  return { ...toDetails(applicant), ...Object.fromEntries(answers) };
}

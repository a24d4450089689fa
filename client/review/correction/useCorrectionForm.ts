import { useRef, useState } from "react";
import { normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import type { ApplicantFieldName } from "../../../server/modules/applicant/applicantFields.rules";
import { useDraftKeeper } from "../../applicant/draft/useDraft";
import { toDetails } from "../../applicant/form/applicantForm";
import type { SendFailure } from "../../applicant/form/SendingState";
import { useDetailsForm } from "../../applicant/form/useDetailsForm";
import { useUpload } from "../../applicant/form/useUpload";
import type { PreparedFile } from "../../file/field/prepareFile";
import { useChecks } from "../../file/field/useChecks";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import type { SendCorrectionInput } from "../../schemaTypes.generated";
import { type CorrectionDraft, correctionDraftVersion, type RestoredCorrections } from "./correctionDraft";
import { findCorrectionErrors, sortCorrectionErrors, type CorrectionError } from "./correctionErrors";
import { findField } from "./correctionTargets";
import { type FollowedApplicantFragment, useSendCorrectionMutation } from "./operations.generated";

interface Problem {
  violations: CorrectionError[];
  /** Errors that belong to no correction. */
  general: string[];
  /** Increases with each attempt, so that the focus moves again. */
  attempt: number;
}

/** The answers to the corrections of one applicant. Input survives a failed upload. */
export function useCorrectionForm(given: {
  applicant: FollowedApplicantFragment;
  travelDate: string;
  /** The draft's storage place. */
  place: DraftPlace | undefined;
  restored: RestoredCorrections | undefined;
  /** Called after everything was sent. */
  onSent: () => void;
  /** Called if the server's state differs from the page's. */
  onStale: () => void;
}) {
  const { applicant, travelDate, place, restored, onSent, onStale } = given;
  const { visaApplicantId, corrections } = applicant;
  const [chosen, setChosen] = useState<Record<string, PreparedFile>>(restored?.files ?? {});
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<SendFailure>();
  const { isChecking, whileChecking } = useChecks();
  const { run, ...sending } = useUpload();
  const [sendCorrection] = useSendCorrectionMutation();
  const isUnderWay = useRef(false);

  const drop = (correctionId: string) =>
    setProblem((present) => {
      if (!present) return undefined;
      return {
        ...present,
        violations: present.violations.filter((violation) => violation.correctionId !== correctionId),
      };
    });
  const dropField = (field: ApplicantFieldName) => {
    const correction = corrections.find((one) => findField(one) === field);
    if (correction) drop(correction.correctionId);
  };
  const details = useDetailsForm({
    before: applicant,
    first: undefined,
    restored: restored && withAnswers(applicant, restored.values),
    travelDate,
    onCorrected: dropField,
  });
  const values = Object.fromEntries(
    corrections.flatMap((correction) => {
      const field = findField(correction);
      return field ? [[correction.correctionId, details.form.getValues(field)] as const] : [];
    }),
  );
  const [saidRight, setSaidRight] = useState<Record<string, boolean>>(restored?.later ?? {});
  const asSent = normaliseDetails(toDetails(applicant));
  const isUnchanged = (correctionId: string) => {
    const field = findField(corrections.find((one) => one.correctionId === correctionId) ?? { field: null });
    return field !== undefined && details.tidied[field] === asSent[field];
  };
  const isRightAsItIs = (correctionId: string) =>
    Boolean(saidRight[correctionId]) && isUnchanged(correctionId);
  const sayRight = (correctionId: string, isRight: boolean) => {
    drop(correctionId);
    setSaidRight((present) => ({ ...present, [correctionId]: isRight }));
  };
  const draft: CorrectionDraft = { values, later: saidRight, files: chosen };
  const keeper = useDraftKeeper(place, correctionDraftVersion, draft, restored?.savedAt);

  const choose = (correctionId: string, prepared: PreparedFile | undefined) => {
    drop(correctionId);
    setChosen(({ [correctionId]: _replaced, ...others }) =>
      prepared ? { ...others, [correctionId]: prepared } : others,
    );
  };

  const say = (violations: CorrectionError[], general: string[] = []) =>
    setProblem((last) => ({ violations, general, attempt: (last?.attempt ?? 0) + 1 }));

  const answer = (): SendCorrectionInput => ({
    visaApplicantId,
    papers: corrections.flatMap(({ correctionId }) => {
      const prepared = chosen[correctionId];
      return prepared ? [{ correctionId, file: prepared.file }] : [];
    }),
    fields: corrections.flatMap((correction) => {
      const field = findField(correction);
      const { correctionId } = correction;
      if (!field) return [];
      return [{ correctionId, value: details.tidied[field], isRightAsItIs: isRightAsItIs(correctionId) }];
    }),
  });

  const send = async () => {
    if (isUnderWay.current) return;
    const hasFile = (correctionId: string) => correctionId in chosen;
    const found = findCorrectionErrors(corrections, {
      hasFile,
      detailViolations: details.violations,
      isUnanswered: (correctionId) => isUnchanged(correctionId) && !isRightAsItIs(correctionId),
    });
    if (found.length > 0) {
      details.showViolations();
      return say(found);
    }
    setProblem(undefined);
    if (!navigator.onLine) return setFailure({ kind: "offline" });
    setFailure(undefined);
    isUnderWay.current = true;
    const input = answer();
    const outcome = await run(async (context) => {
      const { data } = await sendCorrection({ variables: { input }, context: { ...context } });
      return data?.sendCorrection;
    });
    isUnderWay.current = false;
    if (outcome.kind === "done") {
      await keeper.finish();
      return onSent();
    }
    // The call may have succeeded although its response was lost, or staff may have changed the corrections.
    onStale();
    if (outcome.kind !== "refused") return setFailure(outcome);
    const { violations, general } = sortCorrectionErrors(outcome.userErrors, input, corrections);
    if (violations.length === 0) return setFailure({ kind: "refused", messages: general, isRepeat: false });
    for (const { correctionId, message } of violations) {
      const field = findField(
        corrections.find((one) => one.correctionId === correctionId) ?? { field: null },
      );
      if (field) details.form.setError(field, { type: "server", message });
    }
    say(violations, general);
  };

  return {
    details,
    ...{ chosen, choose, isUnchanged, isRightAsItIs, sayRight },
    ...{ problem, failure, isChecking, whileChecking, sending, send, keeper },
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

export type CorrectionFormState = ReturnType<typeof useCorrectionForm>;

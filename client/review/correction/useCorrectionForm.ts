import { useRef, useState } from "react";
import { useDraftKeeper } from "../../applicant/draft/useDraft";
import type { SendFailure } from "../../applicant/form/SendingState";
import { useUpload } from "../../applicant/form/useUpload";
import { useToast } from "../../components/feedback/ToastProvider";
import { useChecks } from "../../file/field/useChecks";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { correctionDraftVersion, type RestoredCorrections } from "./correctionDraft";
import { findCorrectionErrors, sortCorrectionErrors, type CorrectionError } from "./correctionErrors";
import { useCorrectionAnswers } from "./useCorrectionAnswers";
import { type FollowedApplicantFragment, useSendCorrectionMutation } from "./operations.generated";

const alreadyAnswered = "Your earlier answers did arrive, so these changes were not sent.";

interface Problem {
  violations: CorrectionError[];
  /** Errors that do not belong to a correction. */
  general: string[];
  /** Increases with each attempt, so that the focus moves again. */
  attempt: number;
}

/** The form for the corrections of one applicant. Input survives a failed upload. */
export function useCorrectionForm(given: {
  applicant: FollowedApplicantFragment;
  travelDate: string;
  place: DraftPlace | undefined;
  restored: RestoredCorrections | undefined;
  onSent: () => void;
  onStale: () => void;
}) {
  const { applicant, travelDate, place, restored, onSent, onStale } = given;
  const { corrections } = applicant;
  const { problem, show, drop, clear } = useProblem();
  const [failure, setFailure] = useState<SendFailure>();
  const { isChecking, whileChecking } = useChecks();
  const { run, ...sending } = useUpload();
  const [sendCorrection] = useSendCorrectionMutation();
  const isUnderWay = useRef(false);
  const answers = useCorrectionAnswers({ applicant, travelDate, restored, onAnswered: drop });
  const { fields, chosen, texts } = answers;
  const toast = useToast();
  const keeper = useDraftKeeper(place, correctionDraftVersion, answers.draft, restored?.savedAt);

  const send = async () => {
    if (isUnderWay.current) return;
    const found = findCorrectionErrors(corrections, {
      hasFile: (correctionId) => correctionId in chosen,
      texts,
      detailViolations: fields.details.violations,
      isUnanswered: (correctionId) => fields.isUnchanged(correctionId) && !fields.isRightAsItIs(correctionId),
    });
    if (found.length > 0) {
      fields.details.showViolations();
      return show(found);
    }
    clear();
    if (!navigator.onLine) return setFailure({ kind: "offline" });
    setFailure(undefined);
    isUnderWay.current = true;
    const input = answers.toInput();
    const outcome = await run(async (context) => {
      const { data } = await sendCorrection({ variables: { input }, context: { ...context } });
      return data?.sendCorrection;
    });
    isUnderWay.current = false;
    if (outcome.kind === "done") {
      await keeper.finish();
      return onSent();
    }
    // Reloads, because the call may have succeeded without a response, or staff may have changed the corrections.
    onStale();
    if (outcome.kind !== "refused") return setFailure(outcome);
    // A toast, because the reload removes this form.
    if (outcome.userErrors.some(({ code }) => code === "IDEMPOTENCY_CONFLICT"))
      return toast.error(alreadyAnswered);
    const { violations, general } = sortCorrectionErrors(outcome.userErrors, input, corrections);
    if (violations.length === 0) return setFailure({ kind: "refused", messages: general, isRepeat: false });
    for (const { correctionId, message } of violations) {
      const field = fields.findFieldById(correctionId);
      if (field) fields.details.form.setError(field, { type: "server", message });
    }
    show(violations, general);
  };

  return { answers, problem, failure, isChecking, whileChecking, sending, send, keeper };
}

export type CorrectionFormState = ReturnType<typeof useCorrectionForm>;

/** The errors to show; one is dropped when its correction is answered. */
function useProblem() {
  const [problem, setProblem] = useState<Problem>();
  const show = (violations: CorrectionError[], general: string[] = []) =>
    setProblem((last) => ({ violations, general, attempt: (last?.attempt ?? 0) + 1 }));
  const drop = (correctionId: string) =>
    setProblem((present) => {
      const others = present?.violations.filter((violation) => violation.correctionId !== correctionId);
      return present && { ...present, violations: others ?? [] };
    });
  return { problem, show, drop, clear: () => setProblem(undefined) };
}

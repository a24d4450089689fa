import { useToast } from "../../components/feedback/ToastProvider";
import type { DraftKeeper } from "../draft/useDraft";
import { getStep, sortUserErrors } from "../form/applicantForm";
import { useHasLeft } from "../../lib/hooks";
import { findGate } from "../form/wizardSteps";
import type { ApplicantForm } from "./useApplicantForm";
import { useSendApplicant } from "./useSendApplicant";
import type { StepMoves } from "./useStepMoves";

interface SubmitOptions {
  form: ApplicantForm;
  moves: StepMoves;
  visaRequestId: string;
  idempotencyKey: string;
  keeper: DraftKeeper;
  onSent: () => unknown;
  onStale: () => void;
}

/** Submits the form if it is complete. Otherwise, or if the server finds an error, opens the step with the error. */
export function useSubmit(options: SubmitOptions) {
  const { form, moves, visaRequestId, idempotencyKey, keeper, onSent, onStale } = options;
  const { before, files, checks, details, documents, consent, problem } = form;
  const toast = useToast();
  const hasLeft = useHasLeft();
  const { send, ...sending } = useSendApplicant({
    visaRequestId,
    before,
    idempotencyKey,
    hasLeft,
    onStale,
    onDone: async () => {
      await keeper.finish();
      // The next page shows the added applicant, so an announcement suffices; any other page needs a toast.
      const say = hasLeft() ? toast.success : toast.announce;
      say(before ? "Changes saved" : "Applicant added");
      await onSent();
    },
    onRefused: async (userErrors) => {
      const isRepeat = userErrors.some(({ code }) => code === "IDEMPOTENCY_CONFLICT");
      // The applicant already exists, so a draft with this key could never be sent.
      if (isRepeat) await keeper.finish();
      const { fieldOfDocument, fieldOfAnswer } = documents;
      const { violations, general } = sortUserErrors(userErrors, fieldOfDocument, fieldOfAnswer);
      const [invalid] = violations;
      if (!invalid) return { kind: "refused", messages: general, isRepeat };
      const invalidStep = getStep(invalid.field);
      details.setServerViolations(violations);
      problem.show(invalidStep, violations, "summary", general);
      moves.returnTo(invalidStep);
      return undefined;
    },
  });

  const submit = () => {
    if (findGate("preview", form.gateState)) return moves.move("preview", "heading");
    const unagreed = consent.findViolations();
    if (unagreed.length > 0) return problem.show("preview", unagreed, "summary");
    void send({
      values: details.form.getValues(),
      files: files.files,
      required: documents.slots,
      consent: consent.sent,
      passportLines: checks.passport.lines,
    });
  };

  return { ...sending, submit };
}

export type Submission = ReturnType<typeof useSubmit>;

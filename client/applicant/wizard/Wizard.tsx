import { type ReactNode, useState } from "react";
import { applicantFieldNames } from "../../../server/modules/applicant/applicantFields.rules";
import { findTravelerType } from "../../../server/modules/applicant/applicant.rules";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { useChecks } from "../../file/field/useChecks";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { usePageTitle } from "../../seo/useHead";
import { draftVersion, type RestoredDraft } from "../draft/applicantDraft";
import { DraftStatus, RestoredNotice } from "../draft/DraftStatus";
import { useDraftKeeper } from "../draft/useDraft";
import { sortUserErrors, getStep } from "../form/applicantForm";
import type { SendFailure } from "../form/SendingState";
import type { Requirement } from "../form/requiredSlots";
import { useDetailsForm } from "../form/useDetailsForm";
import type { SendOutcome } from "../form/useUpload";
import { findGate, findStepViolations, stepBefore } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import { usePictureChecks } from "../photo/usePictureChecks";
import { ConsentSection } from "./ConsentSection";
import { DetailsPanel } from "./DetailsPanel";
import { PassportPanel, PhotoPanel } from "./PicturePanels";
import { PreviewPanel } from "./PreviewPanel";
import { StepPanel } from "./StepPanel";
import { StepTabs } from "./StepTabs";
import { type UploadLimits, useApplicantFiles, useRequiredSlots } from "./useApplicantFiles";
import { useConsent } from "./useConsent";
import { useFormProblem } from "./useFormProblem";
import { useSendApplicant } from "./useSendApplicant";
import { useStepMoves, useWizardStep } from "./useStepMoves";
import styles from "./Wizard.module.css";

interface WizardProps {
  request: {
    visaRequestId: string;
    visaName: string;
    countryName: string;
    travelDate: string;
    expectedDate: string;
    visaApplicants: readonly ApplicantPartsFragment[];
  };
  /** Empty until loaded. */
  requirements: readonly Requirement[];
  /** The applicant being edited; undefined for a new one. */
  before: ApplicantPartsFragment | undefined;
  first: ApplicantPartsFragment | undefined;
  /** The draft's storage place; undefined if it is not stored. */
  place: DraftPlace | undefined;
  restored: RestoredDraft | undefined;
  /** The applicant whose turn it is, if several were planned. */
  turn: string | undefined;
  onStartAnew: () => void;
  onSent: () => unknown;
  limits: UploadLimits;
  onStoredImageError: () => void;
  guide: ReactNode;
}

/** Four tabs over one form. Input survives moving between tabs and failed uploads. */
export function Wizard(props: WizardProps) {
  const { request, requirements, before, first, place, restored, limits, onStoredImageError } = props;
  const { visaRequestId, visaName, countryName, travelDate } = request;
  const announce = useAnnounce();
  const files = useApplicantFiles(before, restored?.files, limits);
  const problem = useFormProblem();
  const { isChecking, whileChecking } = useChecks();
  const details = useDetailsForm({
    before,
    first,
    restored: restored?.values,
    travelDate,
    onCorrected: problem.drop,
  });
  const checks = usePictureChecks({ details, before, first, restored: restored?.files, files });
  const consent = useConsent({
    before,
    others: request.visaApplicants,
    dateOfBirth: details.tidied.dateOfBirth,
    today: details.today,
    onChanged: problem.drop,
  });
  const documents = useRequiredSlots({
    requirements,
    travelerType: findTravelerType(details.tidied, travelDate),
    before,
    others: request.visaApplicants.filter((one) => one !== before),
    restored,
    files,
  });
  const detailViolations = [...details.violations, ...documents.violations];
  const gateState = { hasFile: files.hasFile, detailViolations };
  const { step, goToStep } = useWizardStep(gateState, restored?.step);
  // One key per form, so a call that succeeded unnoticed is not repeated, not even after a reload.
  const [idempotencyKey] = useState(() => restored?.idempotencyKey ?? crypto.randomUUID());
  const draft = {
    values: details.form.getValues(),
    files: files.files,
    later: documents.later,
    answers: documents.answers,
    step,
    idempotencyKey,
  };
  const keeper = useDraftKeeper(place, draftVersion, draft, restored?.savedAt);
  const sending = useSendApplicant({ visaRequestId, before, idempotencyKey });
  const [failure, setFailure] = useState<SendFailure>();
  const [saysRestored, setSaysRestored] = useState(Boolean(restored));
  usePageTitle(`Application for ${visaName}`, { hasError: problem.shown?.step === step || Boolean(failure) });

  const { heading, move, next, editStep, returnTo } = useStepMoves({
    step,
    goToStep,
    gateState,
    onGate: (gate) => {
      if (gate.step === "details") details.showViolations();
      problem.show(gate.step, gate.violations, gate.step === "details" ? "summary" : "field");
    },
    onMove: () => {
      problem.clear();
      setFailure(undefined);
      setSaysRestored(false);
    },
  });

  const handleOutcome = async (outcome: SendOutcome) => {
    if (outcome.kind === "done") {
      await keeper.finish();
      announce(before ? "Changes saved" : "Applicant added");
      await props.onSent();
      return;
    }
    if (outcome.kind !== "refused") return setFailure(outcome);
    const isRepeat = outcome.userErrors.some(({ code }) => code === "IDEMPOTENCY_CONFLICT");
    // The applicant exists now and is edited there; a draft with this key could never be sent.
    if (isRepeat) await keeper.finish();
    const { violations, general } = sortUserErrors(
      outcome.userErrors,
      applicantFieldNames,
      documents.fieldOfDocument,
      documents.fieldOfAnswer,
    );
    const [first] = violations;
    setFailure(first ? undefined : { kind: "refused", messages: general, isRepeat });
    if (!first) return;
    const invalidStep = getStep(first.field);
    details.setServerViolations(violations);
    problem.show(invalidStep, violations, "summary", general);
    returnTo(invalidStep);
  };

  const submit = async () => {
    const gate = findGate("preview", gateState);
    if (gate) return move("preview", "heading");
    const unagreed = consent.findViolations();
    if (unagreed.length > 0) return problem.show("preview", unagreed, "summary");
    if (!navigator.onLine) return setFailure({ kind: "offline" });
    setFailure(undefined);
    const values = details.form.getValues();
    const filled = { values, files: files.files, required: documents.slots, consent: consent.sent };
    await handleOutcome(await sending.send({ ...filled, passportLines: checks.passport.lines }));
  };

  const startAnew = async () => {
    await keeper.finish();
    props.onStartAnew();
  };

  const previous = stepBefore(step);
  const { fieldErrors } = problem;
  const choose: typeof files.choose = (slot, prepared) => {
    problem.drop(slot);
    files.choose(slot, prepared);
    checks.take(slot, prepared);
  };
  const pictureProps = { files, choose, errors: fieldErrors, limits, whileChecking };
  const fileProps = { ...pictureProps, before, requirements, onStoredImageError };

  return (
    <div className="stack-2">
      <header className="stack-1">
        <h1 tabIndex={-1}>Application for {visaName}</h1>
        <p className="muted">
          {countryName}
          {props.turn
            ? ` · ${props.turn}`
            : before
              ? ` · ${before.title} ${before.firstName} ${before.lastName}`
              : first && " · one more applicant"}
        </p>
      </header>
      <div className={styles["columns"]}>
        <div className={styles["form"]}>
          <StepTabs
            current={step}
            isLocked={(tab) => Boolean(findGate(tab, gateState))}
            isComplete={(tab) => tab !== "preview" && findStepViolations(tab, gateState).length === 0}
            onActivate={(tab) => move(tab, "nothing")}
            isInert={sending.isSending}
          />
          {restored && saysRestored && (
            <RestoredNotice savedAt={restored.savedAt} onDiscard={() => void startAnew()} />
          )}
          <StepPanel
            step={step}
            headingRef={heading}
            problem={problem.shown?.step === step ? problem.shown : undefined}
            documentNames={documents.slots.map(
              ({ documentName, requirement }) => requirement?.label ?? documentName,
            )}
            onBack={previous && (() => move(previous, "heading"))}
            onContinue={step === "preview" ? undefined : next}
            isChecking={isChecking}
            continueWord={step === "details" ? "Preview" : "Continue"}
          >
            {step === "photo" && <PhotoPanel {...fileProps} checks={checks} />}
            {step === "passport" && <PassportPanel {...fileProps} checks={checks} />}
            {step === "details" && (
              <DetailsPanel
                request={request}
                others={request.visaApplicants.filter((one) => one !== before)}
                details={details}
                passport={checks.passport}
                files={files}
                limits={limits}
                whileChecking={whileChecking}
                slots={documents.slots}
                onLater={documents.leave}
                onAnswer={documents.answer}
                errors={fieldErrors}
                onDocumentsChanged={problem.drop}
              />
            )}
            {step === "preview" && (
              <PreviewPanel
                values={details.tidied}
                warnings={details.warnings}
                files={files}
                slots={documents.slots}
                before={before}
                onStoredImageError={onStoredImageError}
                onEdit={editStep}
                onSubmit={() => void submit()}
                sending={sending}
                failure={failure}
                visaRequestId={visaRequestId}
                travelDate={travelDate}
              >
                <ConsentSection consent={consent} errors={fieldErrors} />
              </PreviewPanel>
            )}
          </StepPanel>
        </div>
        <div className={`stack-4 no-print ${styles["side"]}`}>
          {place && (
            <DraftStatus
              keeper={keeper}
              onDiscard={saysRestored ? undefined : () => void startAnew()}
              isInert={sending.isSending}
            />
          )}
          {props.guide}
        </div>
      </div>
    </div>
  );
}

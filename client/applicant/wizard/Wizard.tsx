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
import type { Requirement } from "../form/requiredSlots";
import { useDetailsForm } from "../form/useDetailsForm";
import { findGate, findStepViolations, stepBefore } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import { usePictureChecks } from "../photo/usePictureChecks";
import { ConsentSection } from "./ConsentSection";
import { DetailsPanel } from "./DetailsPanel";
import { PassportPanel, PhotoPanel } from "./PicturePanels";
import { PreviewPanel } from "./PreviewPanel";
import { StepPanel } from "./StepPanel";
import { StepTabs } from "./StepTabs";
import { useApplicantFiles, useRequiredSlots } from "./useApplicantFiles";
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
  onStoredImageError: () => void;
  guide: ReactNode;
}

/** Four tabs over one form. Input survives moving between tabs and failed uploads. */
export function Wizard(props: WizardProps) {
  const { request, requirements, before, first, place, restored, onStoredImageError } = props;
  const { visaRequestId, visaName, countryName, travelDate } = request;
  const announce = useAnnounce();
  const files = useApplicantFiles(before, restored?.files);
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
  const others = request.visaApplicants.filter((one) => one !== before);
  const documents = useRequiredSlots({
    requirements,
    travelerType: findTravelerType(details.tidied, travelDate),
    before,
    others,
    restored,
    files,
  });
  const detailViolations = [...details.violations, ...documents.violations];
  const gateState = { hasFile: files.hasFile, detailViolations };
  const { step, goToStep } = useWizardStep(gateState, restored?.step);
  // One key per form, so a call that succeeded unnoticed is not repeated, not even after a reload.
  const [idempotencyKey] = useState(() => restored?.idempotencyKey ?? crypto.randomUUID());
  const values = details.form.getValues();
  const draft = { values, files: files.files, ...documents.said, step, idempotencyKey };
  const keeper = useDraftKeeper(place, draftVersion, draft, restored?.savedAt);
  const sending = useSendApplicant({
    visaRequestId,
    before,
    idempotencyKey,
    onDone: async () => {
      await keeper.finish();
      announce(before ? "Changes saved" : "Applicant added");
      await props.onSent();
    },
    onRefused: async (userErrors) => {
      const isRepeat = userErrors.some(({ code }) => code === "IDEMPOTENCY_CONFLICT");
      // The applicant exists now and is edited there; a draft with this key could never be sent.
      if (isRepeat) await keeper.finish();
      const { fieldOfDocument, fieldOfAnswer } = documents;
      const refused = sortUserErrors(userErrors, applicantFieldNames, fieldOfDocument, fieldOfAnswer);
      const { violations, general } = refused;
      const [invalid] = violations;
      if (!invalid) return { kind: "refused", messages: general, isRepeat };
      const invalidStep = getStep(invalid.field);
      details.setServerViolations(violations);
      problem.show(invalidStep, violations, "summary", general);
      returnTo(invalidStep);
      return undefined;
    },
  });
  const [saysRestored, setSaysRestored] = useState(Boolean(restored));
  usePageTitle(`Application for ${visaName}`, {
    hasError: problem.shown?.step === step || Boolean(sending.failure),
  });

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
      sending.clearFailure();
      setSaysRestored(false);
    },
  });

  const submit = () => {
    const gate = findGate("preview", gateState);
    if (gate) return move("preview", "heading");
    const unagreed = consent.findViolations();
    if (unagreed.length > 0) return problem.show("preview", unagreed, "summary");
    void sending.send({
      values: details.form.getValues(),
      files: files.files,
      required: documents.slots,
      consent: consent.sent,
      passportLines: checks.passport.lines,
    });
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
  const fileProps = { files, whileChecking, errors: fieldErrors };
  const pictureProps = { ...fileProps, choose, checks, before, requirements, onStoredImageError };

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
      <div className={`stack-6 ${styles["columns"]}`}>
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
            documentNames={documents.names}
            onBack={previous && (() => move(previous, "heading"))}
            onContinue={step === "preview" ? undefined : next}
            isChecking={isChecking}
            continueWord={step === "details" ? "Preview" : "Continue"}
          >
            {step === "photo" && <PhotoPanel {...pictureProps} />}
            {step === "passport" && <PassportPanel {...pictureProps} />}
            {step === "details" && (
              <DetailsPanel
                {...fileProps}
                request={request}
                others={others}
                details={details}
                passport={checks.passport}
                documents={documents}
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
                onSubmit={submit}
                sending={sending}
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

import { useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useChecks } from "../../components/FileField/useChecks";
import { useAnnounce } from "../../components/ToastProvider";
import { usePageTitle } from "../../lib/usePageTitle";
import { paths } from "../../paths";
import type { ApplicantPartsFragment } from "../visaapplicants/applicantParts.generated";
import { detailFields, sortUserErrors, stepOf } from "./applicantForm";
import { DetailsPanel } from "./DetailsPanel";
import styles from "./Page.module.css";
import { PassportPanel } from "./PassportPanel";
import { PhotoPanel } from "./PhotoPanel";
import { PreviewPanel } from "./PreviewPanel";
import type { SendFailure } from "./SendingState";
import { StepPanel } from "./StepPanel";
import { StepTabs } from "./StepTabs";
import { useApplicantFiles, type UploadLimits } from "./useApplicantFiles";
import { useDetailsForm } from "./useDetailsForm";
import { useFormProblem } from "./useFormProblem";
import { useSendApplicant, type SendOutcome } from "./useSendApplicant";
import { useWizardStep } from "./useWizardStep";
import { findGate, findStepFaults, stepAfter, stepBefore, type Step } from "./wizardSteps";

interface WizardProps {
  request: { visaRequestId: string; visaName: string; countryName: string; travelDate: string };
  /** The applicant that is edited; undefined for a new one. */
  before: ApplicantPartsFragment | undefined;
  first: ApplicantPartsFragment | undefined;
  limits: UploadLimits;
  onStoredImageError: () => void;
  guide: ReactNode;
}

/** The four tabs over one form. What was entered stays while one goes back and forth, and when a sending fails. */
export function Wizard({ request, before, first, limits, onStoredImageError, guide }: WizardProps) {
  const { visaRequestId, visaName, countryName, travelDate } = request;
  const navigate = useNavigate();
  const announce = useAnnounce();
  const files = useApplicantFiles(before, limits);
  const problem = useFormProblem();
  const { isChecking, whileChecking } = useChecks();
  const details = useDetailsForm({ before, first, travelDate, onPutRight: problem.drop });
  const gateState = { hasFile: files.hasFile, detailFaults: details.faults };
  const { step, goToStep } = useWizardStep(gateState);
  const sending = useSendApplicant(visaRequestId, before);
  const [failure, setFailure] = useState<SendFailure>();
  const [returnsToPreview, setReturns] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<"heading" | "nothing">("nothing");
  usePageTitle(`Application for ${visaName}`, { hasError: problem.shown?.step === step || Boolean(failure) });

  useEffect(() => {
    if (focusNext.current === "nothing") return;
    focusNext.current = "nothing";
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const move = (target: Step, focus: "heading" | "nothing") => {
    const gate = findGate(target, gateState);
    if (gate) {
      if (gate.step === "details") details.showFaults();
      problem.show(gate.step, gate.faults, gate.step === "details" ? "summary" : "field");
      if (gate.step !== step) goToStep(gate.step);
      return;
    }
    problem.clear();
    setFailure(undefined);
    if (target === "preview") setReturns(false);
    focusNext.current = target === step ? "nothing" : focus;
    if (target !== step) goToStep(target);
  };

  const goOn = () => {
    const next = returnsToPreview ? "preview" : stepAfter(step);
    if (next) move(next, "heading");
  };
  const editStep = (target: Step) => {
    move(target, "heading");
    setReturns(true);
  };

  const settle = (outcome: SendOutcome) => {
    if (outcome.kind === "done") {
      announce(before ? "Changes saved" : "Applicant added");
      void navigate(paths.visaapplicants(visaRequestId));
      return;
    }
    if (outcome.kind !== "refused") return setFailure(outcome);
    const isRepeat = outcome.userErrors.some(({ code }) => code === "IDEMPOTENCY_CONFLICT");
    const { faults, general } = sortUserErrors(outcome.userErrors, detailFields);
    const [firstFault] = faults;
    setFailure(firstFault ? undefined : { kind: "refused", messages: general, isRepeat });
    if (!firstFault) return;
    const faultyStep = stepOf(firstFault.field);
    details.setServerFaults(faults);
    problem.show(faultyStep, faults, "summary", general);
    setReturns(true);
    goToStep(faultyStep);
  };

  const submit = async () => {
    const gate = findGate("preview", gateState);
    if (gate) return move("preview", "heading");
    setFailure(undefined);
    settle(await sending.send(details.form.getValues(), files.files));
  };

  const previous = stepBefore(step);
  const fileErrors = problem.fileErrors;
  const choose: typeof files.choose = (slot, prepared) => {
    problem.drop(slot);
    files.choose(slot, prepared);
  };
  const fileProps = { files, choose, errors: fileErrors, limits, whileChecking, before, onStoredImageError };

  return (
    <div className={styles["wizard"]}>
      <header className={styles["head"]}>
        <h1 tabIndex={-1}>Application for {visaName}</h1>
        <p className={styles["sub"]}>
          {countryName}
          {before
            ? ` · ${before.title} ${before.firstName} ${before.lastName}`
            : first && " · one more applicant"}
        </p>
      </header>
      <div className={styles["columns"]}>
        <div className={styles["form"]}>
          <StepTabs
            current={step}
            isLocked={(tab) => Boolean(findGate(tab, gateState))}
            isComplete={(tab) => tab !== "preview" && findStepFaults(tab, gateState).length === 0}
            onActivate={(tab) => move(tab, "nothing")}
            isInert={sending.isSending}
          />
          <StepPanel
            step={step}
            headingRef={heading}
            problem={problem.shown?.step === step ? problem.shown : undefined}
            onBack={previous && (() => move(previous, "heading"))}
            onContinue={step === "preview" ? undefined : goOn}
            isChecking={isChecking}
            continueWord={step === "details" || returnsToPreview ? "Preview" : "Continue"}
          >
            {step === "photo" && <PhotoPanel {...fileProps} />}
            {step === "passport" && <PassportPanel {...fileProps} />}
            {step === "details" && (
              <DetailsPanel
                details={details}
                files={files}
                limits={limits}
                whileChecking={whileChecking}
                documentError={fileErrors.documentFiles}
                onDocumentsChanged={() => problem.drop("documentFiles")}
              />
            )}
            {step === "preview" && (
              <PreviewPanel
                values={details.tidied}
                warnings={details.warnings}
                files={files}
                before={before}
                onStoredImageError={onStoredImageError}
                onEdit={editStep}
                onSubmit={() => void submit()}
                sending={sending}
                failure={failure}
                visaRequestId={visaRequestId}
              />
            )}
          </StepPanel>
        </div>
        {guide}
      </div>
    </div>
  );
}

import { type ReactNode, useState } from "react";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import type { Retry } from "../../components/feedback/Skeleton";
import { usePageTitle } from "../../seo/useHead";
import { draftVersion } from "../draft/applicantDraft";
import { DraftStatus, RestoredNotice } from "../draft/DraftStatus";
import { useDraftKeeper } from "../draft/useDraft";
import type { Step } from "../form/wizardSteps";
import { DetailsPanel } from "./DetailsPanel";
import { PassportPanel, PhotoPanel } from "./PicturePanels";
import { PreviewPanel } from "./PreviewPanel";
import { StepPanel } from "./StepPanel";
import { StepTabs } from "./StepTabs";
import { type ApplicantForm, type ApplicantFormSources, useApplicantForm } from "./useApplicantForm";
import { useStepMoves, useStepWhileSending, useWizardStep } from "./useStepMoves";
import { useSubmit } from "./useSubmit";
import styles from "./Wizard.module.css";

interface WizardProps extends ApplicantFormSources {
  request: ApplicantFormSources["request"] & {
    visaName: string;
    countryName: string;
    expectedDate: string;
  };
  /** Identifies the draft in storage; undefined if the form has no draft. */
  place: DraftPlace | undefined;
  /** The planned applicant, e.g. "Adult 2, 2 of 3", if several were planned. */
  planned: string | undefined;
  onStartOver: () => void;
  onSent: () => unknown;
  /** Called after drafts were switched off or on. */
  onDraftsTurned: () => void;
  /** Called if the stored applicant may be outdated, or its pictures do not load. */
  onStale: () => void;
  guide: ReactNode;
  guideFailure: Retry | undefined;
}

/** Four tabs over one form. Input survives a change of tab and a failed upload. */
export function Wizard(props: WizardProps) {
  const { request, requirements, place, restored, onStale } = props;
  const { form, step, moves, sending, keeper, saysRestored, startOver } = useWizard(props);
  const panel = { form, requirements, onStoredImageError: onStale };

  return (
    <div className="stack-2">
      <WizardHeader {...props} />
      <div className={`stack-6 ${styles["columns"]}`}>
        <div className={styles["form"]}>
          <StepTabs
            current={step}
            gateState={form.gateState}
            onActivate={(tab) => moves.move(tab, "nothing")}
            isInert={sending.isSending}
          />
          {restored && saysRestored && (
            <RestoredNotice savedAt={restored.savedAt} onDiscard={() => void startOver()} />
          )}
          <StepPanel step={step} form={form} moves={moves}>
            {step === "photo" && <PhotoPanel {...panel} />}
            {step === "passport" && <PassportPanel {...panel} />}
            {step === "details" && (
              <DetailsPanel form={form} request={request} guideFailure={props.guideFailure} />
            )}
            {step === "preview" && (
              <PreviewPanel
                form={form}
                request={request}
                sending={sending}
                onEdit={moves.editStep}
                onStoredImageError={onStale}
              />
            )}
          </StepPanel>
        </div>
        <div className={`stack-4 no-print ${styles["side"]}`}>
          {place && (
            <DraftStatus
              keeper={keeper}
              onDiscard={saysRestored ? undefined : () => void startOver()}
              onTurn={props.onDraftsTurned}
              isInert={sending.isSending}
            />
          )}
          {props.guide}
        </div>
      </div>
    </div>
  );
}

/** Combines the form with its steps, draft and submission. */
function useWizard(props: WizardProps) {
  const { restored, onSent, onStale, onStartOver } = props;
  const { visaRequestId, visaName } = props.request;
  const form = useApplicantForm(props);
  const { step: openStep, goToStep } = useWizardStep(form.gateState, restored?.step);
  const { keeper, idempotencyKey } = useWizardDraft(form, openStep, props);
  const [saysRestored, setSaysRestored] = useState(Boolean(restored));
  const moves = useStepMoves({
    step: openStep,
    goToStep,
    gateState: form.gateState,
    dateChange: form.dateChange,
    onGate: form.showGate,
    onMove: () => {
      form.problem.clear();
      sending.clearFailure();
      setSaysRestored(false);
    },
  });
  const sending = useSubmit({ form, moves, visaRequestId, idempotencyKey, keeper, onSent, onStale });
  const step = useStepWhileSending(openStep, sending.isSending, goToStep);
  usePageTitle(`Application for ${visaName}`, {
    hasError: form.problem.shown?.step === step || Boolean(sending.failure),
  });

  const startOver = async () => {
    await keeper.finish();
    onStartOver();
  };
  return { form, step, moves, sending, keeper, saysRestored, startOver };
}

/** Stores the form as a draft on this device. */
function useWizardDraft(form: ApplicantForm, step: Step, { place, restored }: WizardProps) {
  // One idempotency key per form, so that a retry after a lost response or a reload adds the applicant only once.
  const [idempotencyKey] = useState(() => restored?.idempotencyKey ?? crypto.randomUUID());
  const { details, files, documents, dateChange } = form;
  const values = details.form.getValues();
  const draft = {
    values,
    files: files.files,
    ...documents.said,
    travelDate: dateChange.draft,
    step,
    idempotencyKey,
  };
  const keeper = useDraftKeeper(place, draftVersion, draft, restored?.savedAt);
  return { keeper, idempotencyKey };
}

function WizardHeader(props: WizardProps) {
  const { visaName, countryName } = props.request;
  const applicant = describeApplicant(props);
  return (
    <header className="stack-1">
      <h1 tabIndex={-1}>Application for {visaName}</h1>
      <p className="muted">
        {countryName}
        {applicant && ` · ${applicant}`}
      </p>
    </header>
  );
}

/** Returns the place in the plan, the name of an existing applicant, or "one more"; undefined for the first one. */
function describeApplicant({ planned, before, first }: WizardProps): string | undefined {
  if (planned) return planned;
  if (before) return `${before.title} ${before.firstName} ${before.lastName}`;
  return first && "one more applicant";
}

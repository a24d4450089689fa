import { useHashTarget } from "../../lib/hooks";
import { correctionsAnchor } from "../../paths";
import styles from "./Corrections.module.css";
import type { FollowedApplicantFragment } from "./operations.generated";
import { useState } from "react";
import { ApplicantDetailsList } from "../../applicant/ApplicantDetailsList";
import { DraftStatus, RestoredNotice } from "../../applicant/draft/DraftStatus";
import { useStoredDraft } from "../../applicant/draft/useDraft";
import { SendingState } from "../../applicant/form/SendingState";
import { useLastUserId } from "../../auth/session";
import { Button } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { LoadingRegion, SkeletonFields } from "../../components/feedback/Skeleton";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { Icon } from "../../components/Icon";
import type { PictureRequirement } from "../../file/fileRuleLine";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findCorrectionDraft, type RestoredCorrections } from "./correctionDraft";
import { CorrectionItem } from "./CorrectionItem";
import { unansweredMessage } from "./correctionErrors";
import { asItIsInputId, correctionInputId, nameOfCorrection } from "./correctionTargets";
import { Form } from "../../components/form/inputs";
import { useCorrectionForm } from "./useCorrectionForm";

interface CorrectionsProps {
  request: {
    visaApplicants: readonly FollowedApplicantFragment[];
    travelDate: string;
    requirements: readonly PictureRequirement[];
  };
  onSent: (applicant: FollowedApplicantFragment) => void;
  onStale: () => void;
  onStoredImageError: () => void;
}

export default function Corrections({ request, onSent, ...rest }: CorrectionsProps) {
  useHashTarget();
  const asked = request.visaApplicants.filter(({ corrections }) => corrections.length > 0);
  if (asked.length === 0) return null;
  return (
    <section className="stack-4" aria-labelledby={correctionsAnchor}>
      <h2 id={correctionsAnchor} tabIndex={-1}>
        Corrections needed
      </h2>
      <p>
        Only what is named here can be changed; everything else stays as you sent it. You do not pay again.
      </p>
      {asked.map((applicant) => (
        <CorrectionForm
          {...rest}
          key={applicant.visaApplicantId}
          applicant={applicant}
          travelDate={request.travelDate}
          requirements={request.requirements}
          onSent={() => onSent(applicant)}
        />
      ))}
    </section>
  );
}

interface CorrectionFormProps {
  applicant: FollowedApplicantFragment;
  travelDate: string;
  requirements: readonly PictureRequirement[];
  onSent: () => void;
  onStale: () => void;
  onStoredImageError: () => void;
}

function CorrectionForm(props: CorrectionFormProps) {
  const { visaApplicantId, visaRequestId } = props.applicant;
  const userId = useLastUserId();
  const place = userId ? { userId, visaRequestId, visaApplicantId } : undefined;
  const stored = useStoredDraft(place, findCorrectionDraft);
  const [formCount, setFormCount] = useState(0);
  if (stored.isLooking)
    return (
      <LoadingRegion>
        <SkeletonFields count={3} />
      </LoadingRegion>
    );
  return (
    <OpenForm
      key={formCount}
      {...props}
      place={place}
      restored={stored.draft}
      onStartOver={() => {
        stored.forget();
        setFormCount((count) => count + 1);
      }}
    />
  );
}

interface OpenFormProps extends CorrectionFormProps {
  place: DraftPlace | undefined;
  restored: RestoredCorrections | undefined;
  onStartOver: () => void;
}

/** The form for one applicant's corrections, which are sent together. */
function OpenForm({ place, restored, onStartOver, ...props }: OpenFormProps) {
  const { applicant, travelDate, onSent, onStale, ...rest } = props;
  const form = useCorrectionForm({ applicant, travelDate, place, restored, onSent, onStale });
  const { keeper, problem, sending } = form;
  const startOver = () => void keeper.finish().then(onStartOver);
  const person = `${applicant.firstName} ${applicant.lastName}`;
  const titleId = `correct-${applicant.visaApplicantId}`;
  const names = new Map(
    applicant.corrections.map((one) => [one.correctionId, nameOfCorrection(one, applicant)]),
  );
  const errors = (problem?.violations ?? []).map(({ correctionId, message }) => ({
    fieldId: message === unansweredMessage ? asItIsInputId(correctionId) : correctionInputId(correctionId),
    message,
    label: names.get(correctionId),
  }));
  return (
    <Form
      className={`stack-4 sheet raised pad ${styles["form"]}`}
      aria-labelledby={titleId}
      onSubmit={() => form.isChecking || form.send()}
    >
      <ErrorSummary attempt={problem?.attempt} general={problem?.general} errors={errors} />
      <h3 id={titleId}>
        {applicant.title} {person}
      </h3>
      {restored && <RestoredNotice savedAt={restored.savedAt} onDiscard={startOver} />}
      <ul className="stack-0" inert={sending.isSending}>
        {applicant.corrections.map((correction) => (
          <CorrectionItem
            {...rest}
            key={correction.correctionId}
            correction={correction}
            applicant={applicant}
            form={form}
          />
        ))}
      </ul>
      <Locked applicant={applicant} />
      <SendingState
        sending={sending}
        failure={form.failure}
        onRetry={() => void form.send()}
        visaRequestId={applicant.visaRequestId}
        thing="your corrections"
      />
      <Button type="submit" className={styles["send"]} busy={form.isChecking || sending.isSending}>
        Send<span className="visually-hidden"> for {person}</span>
      </Button>
      <DraftStatus
        keeper={keeper}
        onDiscard={restored ? undefined : startOver}
        isInert={sending.isSending}
        heading="h4"
        person={person}
      />
    </Form>
  );
}

function Locked({ applicant }: { applicant: FollowedApplicantFragment }) {
  return (
    <div className={`stack-3 ${styles["locked"]}`}>
      <Icon name="lock" />
      <div>
        <Disclosure summary="Everything else stays as you sent it">
          <ApplicantDetailsList facts={applicant} />
        </Disclosure>
      </div>
    </div>
  );
}

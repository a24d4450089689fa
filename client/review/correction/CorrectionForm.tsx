import { useState } from "react";
import { ApplicantDetailsList } from "../../applicant/ApplicantDetailsList";
import { DraftStatus, RestoredNotice } from "../../applicant/draft/DraftStatus";
import { useStoredDraft } from "../../applicant/draft/useDraft";
import { SendingState } from "../../applicant/form/SendingState";
import { useLastUserId } from "../../auth/session";
import { Button } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { LoadingRegion, SkeletonFields } from "../../components/feedback/Skeleton";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { Icon } from "../../components/Icon";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findCorrectionDraft, type RestoredCorrections } from "./correctionDraft";
import { CorrectionItem } from "./CorrectionItem";
import { unansweredMessage } from "./correctionErrors";
import { asItIsInputId, correctionInputId, nameOfCorrection } from "./correctionTargets";
import styles from "./Corrections.module.css";
import type { FollowedApplicantFragment } from "./operations.generated";
import { useCorrectionForm } from "./useCorrectionForm";

interface CorrectionFormProps {
  applicant: FollowedApplicantFragment;
  travelDate: string;
  maxFileBytes: number;
  onSent: () => void;
  onStale: () => void;
  onStoredImageError: () => void;
}

/** The corrections of one applicant, with the draft on this device. */
export function CorrectionForm(props: CorrectionFormProps) {
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
      onStartAnew={() => {
        stored.forget();
        setFormCount((count) => count + 1);
      }}
    />
  );
}

interface OpenFormProps extends CorrectionFormProps {
  place: DraftPlace | undefined;
  restored: RestoredCorrections | undefined;
  onStartAnew: () => void;
}

/** One button sends all corrections; everything else is locked. */
function OpenForm({ place, restored, onStartAnew, ...props }: OpenFormProps) {
  const { applicant, travelDate, onSent, onStale, ...rest } = props;
  const form = useCorrectionForm({ applicant, travelDate, place, restored, onSent, onStale });
  const { keeper, problem, sending } = form;
  const startAnew = () => void keeper.finish().then(onStartAnew);
  const person = `${applicant.firstName} ${applicant.lastName}`;
  const titleId = `correct-${applicant.visaApplicantId}`;
  const names = new Map(
    applicant.corrections.map((correction) => [
      correction.correctionId,
      nameOfCorrection(correction, applicant),
    ]),
  );
  const errors = (problem?.violations ?? []).map(({ correctionId, message }) => ({
    fieldId: message === unansweredMessage ? asItIsInputId(correctionId) : correctionInputId(correctionId),
    message,
    label: names.get(correctionId),
  }));
  return (
    <form
      noValidate
      className={styles["form"]}
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isChecking) void form.send();
      }}
    >
      {problem && errors.length > 0 && (
        <div className={styles["problem"]}>
          {problem.general.map((message) => (
            <InlineAlert key={message}>{message}</InlineAlert>
          ))}
          <ErrorSummary attempt={problem.attempt} errors={errors} />
        </div>
      )}
      <h3 id={titleId}>
        {applicant.title} {person}
      </h3>
      {restored && <RestoredNotice savedAt={restored.savedAt} onDiscard={startAnew} />}
      <ul className={styles["items"]} inert={sending.isSending}>
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
        onDiscard={restored ? undefined : startAnew}
        isInert={sending.isSending}
        heading="h4"
        person={person}
      />
    </form>
  );
}

/** The unchanged details, read-only. */
function Locked({ applicant }: { applicant: FollowedApplicantFragment }) {
  return (
    <div className={styles["locked"]}>
      <Icon name="lock" />
      <div>
        <Disclosure summary="Everything else stays as you sent it">
          <ApplicantDetailsList facts={applicant} />
        </Disclosure>
      </div>
    </div>
  );
}

import { ApplicantDetailsList } from "../../applicant/ApplicantDetailsList";
import { SendingState } from "../../applicant/form/SendingState";
import { Button } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { Icon } from "../../components/Icon";
import { CorrectionItem } from "./CorrectionItem";
import { correctionInputId } from "./correctionTargets";
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

/** What one traveller has to correct, and nothing else of theirs; one button sends it all. */
export function CorrectionForm({ applicant, travelDate, onSent, onStale, ...rest }: CorrectionFormProps) {
  const form = useCorrectionForm({ applicant, travelDate, onSent, onStale });
  const { problem, sending } = form;
  const person = `${applicant.firstName} ${applicant.lastName}`;
  const titleId = `correct-${applicant.visaApplicantId}`;
  const errors = (problem?.violations ?? []).map(({ correctionId, message }) => ({
    fieldId: correctionInputId(correctionId),
    message,
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
    </form>
  );
}

/** All that stays as it is: to be read, not to be changed. */
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

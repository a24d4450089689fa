import { Link } from "react-router-dom";
import { type UnfinishedDraft, unfinishedText } from "../../applicant/draft/useUnfinishedDrafts";
import { Button, ButtonLink } from "../../components/Button";
import { paths } from "../../paths";
import styles from "./NextStep.module.css";
import { findNextStep } from "./nextSteps";
import type { ListedRequestFragment } from "./operations.generated";

export interface NextStepProps {
  request: ListedRequestFragment;
  /** Its unfinished applicant on this device. */
  draft: UnfinishedDraft | undefined;
  /** Set if the application can be deleted. */
  onDelete: (() => void) | undefined;
}

/** The traveller's next step as a link, styled as a button if the application is waiting for it. */
export function NextStep({ request, draft, onDelete }: NextStepProps) {
  const next = findNextStep(request);
  if (!next) return null;
  const of = <span className="visually-hidden"> – {request.visaReferenceNo}</span>;
  const isFirst = request.visaApplicants.length === 0;
  if (!next.isUrgent)
    return (
      <>
        {draft && (
          <p className={styles["unfinished"]}>
            {unfinishedText(draft, isFirst)}
            {!isFirst && (
              <Link className={styles["next"]} to={paths.visarequest(request.visaRequestId)}>
                Continue
                {of}
              </Link>
            )}
          </p>
        )}
        {next.note && <p className={styles["note"]}>{next.note}</p>}
        <Link className={styles["next"]} to={next.to}>
          {next.label}
          {of}
        </Link>
        {onDelete && (
          <Button variant="quiet" onClick={onDelete}>
            Delete
            {of}
          </Button>
        )}
      </>
    );
  return (
    <div className={styles["urgent"]}>
      <strong>{next.note}</strong>
      <ButtonLink className={styles["button"]} to={next.to}>
        {next.label}
        {of}
      </ButtonLink>
    </div>
  );
}

import { Link } from "react-router-dom";
import { type UnfinishedDraft, unfinishedText } from "../../applicant/draft/useUnfinishedDrafts";
import { Button, ButtonLink } from "../../components/Button";
import { paths } from "../../paths";
import styles from "./NextStep.module.css";
import { nextStepOf } from "./nextSteps";
import type { ListedRequestFragment } from "./operations.generated";

export interface NextStepProps {
  request: ListedRequestFragment;
  /** The applicant of it who was begun on this device. */
  draft: UnfinishedDraft | undefined;
  /** Given for an application that can be deleted. */
  onDelete: (() => void) | undefined;
}

/** What the traveller does next with an application, as a link; as a button where nothing goes on before. */
export function NextStep({ request, draft, onDelete }: NextStepProps) {
  const next = nextStepOf(request);
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

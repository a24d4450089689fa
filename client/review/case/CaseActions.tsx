import { queueStatuses } from "../../../server/modules/visaRequest/visaRequest.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import styles from "./CaseHeader.module.css";
import { ReleaseCaseDocument, StartReviewDocument, TakeCaseDocument } from "./operations.generated";
import { useCase, useSend } from "./useCase";

interface CaseActionsProps {
  /** Called after an action, when its button may no longer exist. */
  onDone: () => void;
}

/** Takes or releases the case and starts its review, as far as its status allows. */
export function CaseActions({ onDone }: CaseActionsProps) {
  const { visaRequest, isMine, assignedTo } = useCase().staffCase;
  const { visaRequestId, visaRequestStatus: status, paymentStatus } = visaRequest;
  const take = useSend();
  const release = useSend();
  const review = useSend();
  const input = { visaRequestId };
  const report = (outcome: string) => {
    if (outcome === "done") onDone();
  };
  const isBusy = take.isBusy || release.isBusy || review.isBusy;
  const isInReview = queueStatuses.some((one) => one === status);
  const isFree = !assignedTo;
  const canStart = status === "SUBMITTED" && paymentStatus === "PAID" && (isMine || isFree);

  return (
    <div className={styles["actions"]}>
      {[take, release, review].flatMap(({ violations }) =>
        violations.map(({ message }) => <InlineAlert key={message}>{message}</InlineAlert>),
      )}
      {isInReview && isFree && (
        <Button
          variant={canStart ? "secondary" : "primary"}
          busy={take.isBusy}
          disabled={isBusy}
          onClick={() =>
            void take
              .send({
                document: TakeCaseDocument,
                input,
                pick: (data) => data.staffTakeCase,
                done: "This application is now assigned to you",
              })
              .then(report)
          }
        >
          Assign to me
        </Button>
      )}
      {isInReview && isMine && (
        <Button
          variant="secondary"
          busy={release.isBusy}
          disabled={isBusy}
          onClick={() =>
            void release
              .send({
                document: ReleaseCaseDocument,
                input,
                pick: (data) => data.staffReleaseCase,
                done: "Released: others can take it",
              })
              .then(report)
          }
        >
          Release
        </Button>
      )}
      {canStart && (
        <Button
          busy={review.isBusy}
          disabled={isBusy}
          onClick={() =>
            void review
              .send({
                document: StartReviewDocument,
                input,
                pick: (data) => data.staffStartReview,
                done: "The review has started",
              })
              .then(report)
          }
        >
          Start review
        </Button>
      )}
    </div>
  );
}

import { useState, type ReactNode } from "react";
import { Button } from "../components/Button";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { formatMoment } from "../lib/days";
import { findProblem, type Response } from "../lib/errorMessage";
import { useAttempt } from "../lib/useAttempt";
import { usePublicData } from "../publicData/usePublicQuery";
import styles from "./PendingApproval.module.css";
import {
  type ApprovalPartsFragment,
  StaffApprovalsDocument,
  useAgreeToApprovalMutation,
  useEndApprovalMutation,
} from "./operations.generated";

interface PendingApprovalProps {
  approval: ApprovalPartsFragment;
  onDecided: () => Promise<unknown>;
  /** A link to the subject, if the subject is on another page. */
  children?: ReactNode;
}

export function PendingApproval({ approval, onDecided, children }: PendingApprovalProps) {
  const { approvalId, kind, text, askedBy, askedAt, isMine } = approval;
  const [isAgreeing, setAgreeing] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();
  const [agree] = useAgreeToApprovalMutation();
  const [end] = useEndApprovalMutation();
  const toast = useToast();
  const publicData = usePublicData();
  const options = { variables: { input: { approvalId } }, refetchQueries: [StaffApprovalsDocument] };

  /** Reports success and failure in a toast, because the reload may remove this component. */
  const decide = async (decision: Promise<Response<{ userErrors: { message: string }[] }>>, done: string) => {
    // Also after a failure, because the change may have been made.
    if (kind === "VISA_CHANGE") decision = decision.finally(() => publicData.forget());
    const refusal = findProblem(await decision);
    if (refusal) toast.error(refusal);
    else toast.success(done);
    await onDecided();
    return undefined;
  };
  const onEnd = () => decide(end(options), isMine ? "Taken back" : "Declined");

  return (
    <div className={`stack-2 sheet pad anywhere ${styles["pending"]}`}>
      <p>
        <strong>Waiting for approval:</strong> {text}
      </p>
      <p className="small">
        Asked for by {isMine ? "you" : askedBy?.name || askedBy?.phoneNumber || "a former member of staff"},{" "}
        {formatMoment(askedAt)}
      </p>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <div className="cluster gap-3">
        {!isMine && <Button onClick={() => setAgreeing(true)}>Agree</Button>}
        <Button variant="secondary" busy={isBusy} onClick={() => void attempt(onEnd)}>
          {isMine ? "Take back" : "Decline"}
        </Button>
        {children}
      </div>
      <ConfirmDialog
        open={isAgreeing}
        onClose={() => setAgreeing(false)}
        title="Agree?"
        keep="Not now"
        confirm="Agree"
        act={() => decide(agree(options), "Agreed and done")}
      >
        <p>{text}</p>
        <p>
          {kind === "VISA_MISMATCH"
            ? "The applicant is approved at once, and the traveller is notified ten minutes later."
            : "It is done at once and cannot be undone."}
        </p>
      </ConfirmDialog>
    </div>
  );
}

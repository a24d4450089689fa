import { useMutation } from "@apollo/client/react";
import { useState, type ReactNode } from "react";
import { Button } from "../components/Button";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { formatMoment } from "../lib/days";
import { useAttempt } from "../lib/useAttempt";
import styles from "./PendingApproval.module.css";
import {
  AgreeToApprovalDocument,
  EndApprovalDocument,
  type ApprovalPartsFragment,
  type StaffApprovalsQuery,
  StaffApprovalsDocument,
} from "./operations.generated";

interface PendingApprovalProps {
  approval: ApprovalPartsFragment;
  /** Refetches the data that the approval would change. */
  onDecided: () => Promise<unknown>;
  /** A link to the subject, if it is not on this page. */
  children?: ReactNode;
}

export function PendingApproval({ approval, onDecided, children }: PendingApprovalProps) {
  const { approvalId, kind, text, askedBy, askedAt, isMine } = approval;
  const [isAgreeing, setAgreeing] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();
  const [agree] = useMutation(AgreeToApprovalDocument);
  const [end] = useMutation(EndApprovalDocument);
  const toast = useToast();
  const variables = { input: { approvalId } };

  const handleResult = async (
    payload:
      | { approvals?: StaffApprovalsQuery["staffApprovals"] | null; userErrors: { message: string }[] }
      | undefined,
    done: string,
  ): Promise<string | undefined> => {
    const [refusal] = payload?.userErrors ?? [];
    if (!refusal) toast.success(done);
    await onDecided();
    return refusal?.message;
  };
  const onEnd = async () => {
    const { data } = await end({ variables, refetchQueries: [StaffApprovalsDocument] });
    return handleResult(data?.staffEndApproval, isMine ? "Taken back" : "Declined");
  };

  return (
    <div className={`stack-2 sheet pad ${styles["pending"]}`}>
      <p>
        <strong>Waits for a second person:</strong> {text}
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
        act={async () => {
          const { data } = await agree({ variables, refetchQueries: [StaffApprovalsDocument] });
          return handleResult(data?.staffAgreeToApproval, "Agreed and done");
        }}
      >
        <p>{text}</p>
        <p>
          {kind === "VISA_MISMATCH"
            ? "The traveller is approved at once and told ten minutes later."
            : "It is done at once and cannot be undone."}
        </p>
      </ConfirmDialog>
    </div>
  );
}

import { bankDaysText } from "../../server/modules/payment/refund/refund.rules";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { formatInr } from "../../server/core/money.rules";
import { useWithdrawVisaRequestMutation } from "./operations.generated";

interface WithdrawDialogProps {
  open: boolean;
  onClose: () => void;
  visaRequestId: string;
  /** The displayed refund. If it has changed, the withdrawal is rejected. */
  amount: number;
  onStale: () => void;
}

/** Asks before a paid application is withdrawn for good. */
export function WithdrawDialog({ open, onClose, visaRequestId, amount, onStale }: WithdrawDialogProps) {
  const [withdraw] = useWithdrawVisaRequestMutation();

  const act = async () => {
    const input = { visaRequestId, expectedAmount: amount };
    const { data } = await withdraw({ variables: { input } });
    const [refusal] = data?.withdrawVisaRequest.userErrors ?? [];
    if (refusal) onStale();
    return refusal?.message;
  };

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Withdraw this application?"
      keep="Keep the application"
      confirm={`Withdraw, ${formatInr(amount)} back`}
      act={act}
    >
      <p>
        The application ends for all its travellers, and no visa is applied for. This cannot be undone.{" "}
        <strong className="numbers">{formatInr(amount)}</strong> is refunded to the original payment method.{" "}
        {bankDaysText}
      </p>
    </ConfirmDialog>
  );
}

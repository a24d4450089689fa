import { useState } from "react";
import { bankDaysText } from "../../server/modules/payment/refund/refund.rules";
import { Button } from "../components/Button";
import card from "../components/Card.module.css";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { formatDay } from "../lib/days";
import { findProblem } from "../lib/errorMessage";
import { formatInr } from "../../server/core/money.rules";
import { type RequestMoneyPartsFragment, useWithdrawVisaRequestMutation } from "./operations.generated";
import styles from "./RequestMoney.module.css";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";

interface RefundCardProps {
  visaRequestId: string;
  offer: RequestMoneyPartsFragment["refundOffer"];
  refund: RequestMoneyPartsFragment["refund"];
  onStale: () => void;
}

/** Shows a refund in progress and what a withdrawal would refund. Renders nothing if neither applies. */
export function RefundCard({ visaRequestId, offer, refund, onStale }: RefundCardProps) {
  const [isAsking, setAsking] = useState(false);
  if (!offer && !refund) return null;
  return (
    <>
      {(offer?.canWithdraw || refund) && (
        <section className={card["card"]} aria-labelledby="refund-title">
          <h2 id="refund-title">Refund</h2>
          {refund && <Progress refund={refund} />}
          {offer?.canWithdraw && (
            <>
              <p>{offer.text}</p>
              <p className={`wrap gap-x-3 ${styles["offer"]}`}>
                <span>If you withdraw now, you get back</span>{" "}
                <strong className="numbers">{formatInr(offer.amount)}</strong>
              </p>
              <div className="no-print">
                <Button variant="secondary" onClick={() => setAsking(true)}>
                  Withdraw and get {formatInr(offer.amount)} back
                </Button>
              </div>
            </>
          )}
        </section>
      )}
      {/* Outside the card, which may disappear while the dialog reports that withdrawing is no longer possible. */}
      {offer && (
        <WithdrawDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          visaRequestId={visaRequestId}
          amount={offer.amount}
          onStale={onStale}
        />
      )}
    </>
  );
}

function Progress({ refund }: { refund: NonNullable<RefundCardProps["refund"]> }) {
  const amount = formatInr(refund.amount);
  if (refund.state === "DONE")
    return (
      <InlineAlert tone="success">
        <p>
          <strong>
            {amount} was sent back on {formatDay(refund.doneAt ?? refund.createdAt)}.
          </strong>{" "}
          {bankDaysText}
        </p>
      </InlineAlert>
    );
  const isFailed = refund.state === "FAILED";
  return (
    <InlineAlert tone="info">
      <p>
        {/* Another part of the refund may have been sent. */}
        <strong>
          {isFailed ? `Your refund of ${amount} is not complete yet.` : `${amount} is being refunded to you.`}
        </strong>{" "}
        {isFailed
          ? "The payment provider could not send all of it; our staff are dealing with it."
          : `We decided it on ${formatDay(refund.createdAt)} and have asked the payment provider to send it.`}{" "}
        You do not need to do anything.
      </p>
    </InlineAlert>
  );
}

interface WithdrawDialogProps {
  open: boolean;
  onClose: () => void;
  visaRequestId: string;
  /** The displayed refund in rupees. If the amount has changed, the withdrawal is rejected. */
  amount: number;
  onStale: () => void;
}

function WithdrawDialog({ open, onClose, visaRequestId, amount, onStale }: WithdrawDialogProps) {
  const [withdraw] = useWithdrawVisaRequestMutation();

  const act = async () => {
    const input = { visaRequestId, expectedAmount: amount };
    const problem = findProblem(await withdraw({ variables: { input } }));
    if (problem) onStale();
    return problem;
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
        The application ends for all its applicants, and no visa is applied for. This cannot be undone.{" "}
        <strong className="numbers">{formatInr(amount)}</strong> is refunded to the original payment method.{" "}
        {bankDaysText}
      </p>
    </ConfirmDialog>
  );
}

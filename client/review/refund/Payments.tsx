import { useState } from "react";
import { PendingApproval } from "../../approval/PendingApproval";
import { Button } from "../../components/Button";
import { DetailsList } from "../../components/DetailsList";
import { StatusChip } from "../../components/StatusChip";
import { formatDay, formatMoment } from "../../lib/days";
import { formatInr, formatPaise } from "../../../server/core/money.rules";
import styles from "../case/Case.module.css";
import { refundStateLabels } from "../case/caseLabels";
import type { StaffCasePartsFragment } from "../case/operations.generated";
import { CaseDialog } from "../case/CaseDialog";
import { dropEntry } from "../case/unsavedEntry";
import { useCase, useSend } from "../case/useCase";
import { RefundForm } from "./RefundForm";
import { InlineAlert, InlineAlerts } from "../../components/feedback/InlineAlert";
import { CloseMoneyTaskDocument } from "./operations.generated";

export function Payments() {
  const { staffCase, reload } = useCase();
  const { payments, visaRequest, isMine, approval } = staffCase;
  const { netPrice, serviceFee, gst, totalPrice } = visaRequest;
  const [isRefunding, setRefunding] = useState(false);
  const canRefund = isMine && !approval && staffCase.canRefund;
  // Closes the dialog if the case has changed so that a refund is no longer possible.
  if (isRefunding && !canRefund) setRefunding(false);
  const entry = `refund ${visaRequest.visaRequestId}`;
  const close = () => {
    dropEntry(entry);
    setRefunding(false);
  };

  return (
    <section id="payments" tabIndex={-1} aria-labelledby="payments-title" className="sheet pad stack-4">
      <h2 id="payments-title" className="text-l">
        Payments
      </h2>
      <MoneyTasks />
      <DetailsList
        kind="rows"
        facts={[
          { label: "Visa fees", value: formatInr(netPrice) },
          { label: "Service fee and GST", value: formatInr(serviceFee + gst) },
          { label: "Total", value: formatInr(totalPrice) },
        ]}
      />
      <PaymentList payments={payments} />
      <RefundSummary />
      {approval && <PendingApproval approval={approval} onDecided={reload} />}
      {canRefund && (
        <Button variant="secondary" className="start" onClick={() => setRefunding(true)}>
          Refund
        </Button>
      )}
      <CaseDialog open={isRefunding} onClose={close} title="Refund">
        <RefundForm entry={entry} onClose={close} />
      </CaseDialog>
    </section>
  );
}

/** The total and state of the refunds, and the part of the total that was refunded in Razorpay's dashboard. */
function RefundSummary() {
  const { refundedAtGateway, visaRequest } = useCase().staffCase;
  const { refund } = visaRequest;
  if (!refund) return null;
  const { amount, state, createdAt } = refund;
  const origin = !refundedAtGateway
    ? `started on ${formatDay(createdAt)}`
    : refundedAtGateway === amount
      ? `made at Razorpay on ${formatDay(createdAt)}`
      : `${formatInr(refundedAtGateway)} of it made at Razorpay`;
  return (
    <p>
      Refund of {formatInr(amount)}: {refundStateLabels[state]}, {origin}.
    </p>
  );
}

function PaymentList({ payments }: Pick<StaffCasePartsFragment, "payments">) {
  if (payments.length === 0) return <p className="small">Nothing has been paid.</p>;
  return (
    <ul className={`stack-3 ruled ${styles["list"]}`}>
      {payments.map(({ razorpayPaymentId, amount, paymentStatus, at, returnedPaise, duePaise }) => (
        <li key={razorpayPaymentId}>
          <p>
            <strong>{formatInr(amount)}</strong> <StatusChip status={paymentStatus} />
          </p>
          <p className="small">
            {razorpayPaymentId}, {formatMoment(at)}
          </p>
          {(returnedPaise > 0 || duePaise > 0) && (
            <p className="small">
              {[
                returnedPaise > 0 && `${formatPaise(returnedPaise)} returned`,
                duePaise > 0 && `${formatPaise(duePaise)} still to go back`,
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const decisions = {
  CANCEL: { label: "Cancel the application", done: "The application is cancelled" },
  KEEP: { label: "Seen and decided", done: "Noted" },
} as const;

/** Refunds and deductions made outside this portal that staff have to decide on. */
function MoneyTasks() {
  const { moneyTasks } = useCase().staffCase;
  const { violations, isBusy, send } = useSend();
  if (moneyTasks.length === 0) return null;
  return (
    <ul className={`stack-3 ruled ${styles["list"]}`} aria-label="Refunds to decide">
      {moneyTasks.map(({ moneyTaskId, text, decision, openedAt }) => (
        <li key={moneyTaskId}>
          <InlineAlert>{text}</InlineAlert>
          <p className="small">Found {formatMoment(openedAt)}</p>
          <InlineAlerts of={violations} />
          <Button
            variant="secondary"
            busy={isBusy}
            onClick={() =>
              void send({
                document: CloseMoneyTaskDocument,
                input: { moneyTaskId, decision },
                done: decisions[decision].done,
              })
            }
          >
            {decisions[decision].label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

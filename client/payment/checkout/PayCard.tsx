import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { withdrawalText } from "../../../server/modules/payment/refund/refund.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { arrivesInTime } from "../../../server/modules/visaRequest/travelDate.rules";
import type { PriceLine } from "../../../server/modules/visaRequest/pricing.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Price } from "../../components/Price";
import { TravelDate, travelDateId } from "../../applicant/wizard/TravelDate";
import { formatDay } from "../../lib/days";
import { visaFeeLines } from "../../visaRequest/priceLines";
import styles from "./PayCard.module.css";
import type { PaymentError } from "./paymentErrors";
import type { PaymentPhase } from "./usePayment";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";

interface PayCardProps {
  /** Amounts in whole rupees. */
  request: {
    netPrice: number;
    priceLines: readonly PriceLine[];
    serviceFee: number;
    gst: number;
    totalPrice: number;
    visaApplicants: readonly unknown[];
    visaRequestId: string;
    travelDate: string;
    expectedDate: string;
  };
  phase: PaymentPhase;
  problem: PaymentError | undefined;
  onPay: () => void;
  onCheckAgain: () => void;
  addApplicantTo: string;
}

const buttonId = "make-payment";

export function PayCard({ request, phase, problem, onPay, onCheckAgain, addApplicantTo }: PayCardProps) {
  const [lacksApplicant, setLacks] = useState(false);
  const hasApplicant = request.visaApplicants.length > 0;
  const [today] = useState(() => todayInKolkata(new Date()));
  const isDatePast = request.travelDate < today;
  const isLate = !isDatePast && !arrivesInTime(request.expectedDate, request.travelDate);
  const [acceptedDate, acceptDate] = useAcceptedDate(request.visaRequestId);
  const isAccepted = acceptedDate === request.travelDate;
  const [lateAttempt, setLateAttempt] = useState(0);
  const lastPhase = useRef(phase);

  // The checkout took the focus, so it returns to the button.
  useEffect(() => {
    if (lastPhase.current !== "idle" && phase === "idle") document.getElementById(buttonId)?.focus();
    lastPhase.current = phase;
  }, [phase]);

  const isWaiting = phase === "confirming" || phase === "overdue";
  return (
    <section className={`sheet raised pad stack-3 ${styles["card"]}`} aria-labelledby="pay-title">
      <h2 id="pay-title" className={`text-l ${styles["title"]}`}>
        Payment
      </h2>
      <dl className="stack-2">
        {visaFeeLines(request.netPrice, request.priceLines).map((line) => (
          <Line key={line.name} {...line} />
        ))}
        <Line name="Service Fee" rupees={request.serviceFee} />
        {request.gst > 0 && <Line name="GST" rupees={request.gst} />}
      </dl>
      <p className={styles["detail"]}>{withdrawalText}</p>
      {!isDatePast && !isWaiting && (
        <LateTravelDate
          request={request}
          today={today}
          isLate={isLate}
          isAccepted={isAccepted}
          onAccept={(accepts) => {
            acceptDate(accepts ? request.travelDate : undefined);
            setLateAttempt(0);
          }}
          attempt={lateAttempt}
        />
      )}
      <div data-foot-bar className={`stack-3 ${styles["foot"]}`}>
        <div className={`stack-2 ${styles["messages"]}`}>
          {lacksApplicant && !hasApplicant && (
            <InlineAlert tone="warning">
              This application has no applicants yet. <Link to={addApplicantTo}>Add an applicant</Link> with
              photo and passport, then pay.
            </InlineAlert>
          )}
          {isDatePast && (
            <InlineAlert tone="warning">
              The travel date {formatDay(request.travelDate)} has passed. Choose a later travel date, then
              pay.
            </InlineAlert>
          )}
          {problem && (
            <InlineAlert>
              <p>{problem.text}</p>
              {problem.detail && <p className={styles["detail"]}>{problem.detail}</p>}
            </InlineAlert>
          )}
          {isWaiting && <Waiting isOverdue={phase === "overdue"} onCheckAgain={onCheckAgain} />}
        </div>
        <p className={`small ${styles["travelDate"]}`}>Travel date {formatDay(request.travelDate)}</p>
        <p className={`wrap spread gap-x-3 ${styles["total"]}`}>
          <span>Total</span>
          <strong>
            <Price rupees={request.totalPrice} />
          </strong>
        </p>
        {isDatePast ? (
          <TravelDate request={request} today={today} />
        ) : (
          <Button
            id={buttonId}
            className={`no-print ${styles["pay"]}`}
            busy={phase === "ordering" || phase === "checkout"}
            disabled={isWaiting}
            onClick={() => {
              setLacks(!hasApplicant);
              if (!hasApplicant) return;
              if (isLate && !isAccepted) setLateAttempt((count) => count + 1);
              else onPay();
            }}
          >
            Make Payment
          </Button>
        )}
      </div>
    </section>
  );
}

function Line({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div className="wrap spread gap-x-3">
      <dt>{name}</dt>
      <dd>
        <Price rupees={rupees} />
      </dd>
    </div>
  );
}

function Waiting({ isOverdue, onCheckAgain }: { isOverdue: boolean; onCheckAgain: () => void }) {
  return (
    <InlineAlert tone={isOverdue ? "warning" : "info"}>
      <p>
        <strong>Payment is being confirmed</strong>
      </p>
      <p>
        {isOverdue ? (
          <>
            The payment provider has not confirmed it yet. If money has left your account, it will be matched
            to this application automatically.
          </>
        ) : (
          "This takes a few seconds."
        )}{" "}
        Please do not pay again.
      </p>
      {isOverdue && (
        <Button variant="secondary" onClick={onCheckAgain}>
          Check again
        </Button>
      )}
    </InlineAlert>
  );
}

/** The late travel date that was accepted. Stored in this tab, to survive the reload of `openFreshDocument`. */
function useAcceptedDate(visaRequestId: string) {
  const key = `travel-later:${visaRequestId}`;
  const [acceptedDate, setAcceptedDate] = useState(() => sessionStorage.getItem(key) ?? undefined);

  const acceptDate = (travelDate: string | undefined) => {
    if (travelDate === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, travelDate);
    setAcceptedDate(travelDate);
  };
  return [acceptedDate, acceptDate] as const;
}

interface LateTravelDateProps {
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  today: string;
  isLate: boolean;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  /** Number of attempts to pay without a choice since the last change. */
  attempt: number;
}

/** Asks whether to travel later if the visa is expected after the travel date. The date field stays open. */
function LateTravelDate(props: LateTravelDateProps) {
  const { request, today, isLate, ...choice } = props;
  const [edits, setEdits] = useState(0);
  useFocusOnAttempt(edits, travelDateId);
  return (
    <>
      {isLate && (
        <LateVisaChoice
          {...choice}
          expectedDate={request.expectedDate}
          onChooseLater={() => setEdits((count) => count + 1)}
        />
      )}
      {edits > 0 && <TravelDate request={request} today={today} warns={false} />}
    </>
  );
}

import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { withdrawalText } from "../../../server/modules/payment/refund/refund.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { arrivesInTime } from "../../../server/modules/visaRequest/travelDate.rules";
import type { PriceLine } from "../../../server/modules/visaRequest/pricing.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Price } from "../../components/Price";
import { TravelDate } from "../../applicant/wizard/TravelDate";
import { useChangeTravelDate } from "../../applicant/wizard/useChangeTravelDate";
import { useOnceSaved } from "../../applicant/wizard/useOnceSaved";
import { formatDay } from "../../lib/days";
import { visaFeeLines } from "../../visaRequest/priceLines";
import styles from "./PayCard.module.css";
import type { PaymentError } from "./paymentErrors";
import type { PaymentPhase } from "./usePayment";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";

interface PayCardProps {
  /** Amounts in whole rupees. */
  request: DatedRequest & {
    netPrice: number;
    priceLines: readonly PriceLine[];
    serviceFee: number;
    gst: number;
    totalPrice: number;
    visaApplicants: readonly unknown[];
  };
  phase: PaymentPhase;
  problem: PaymentError | undefined;
  onPay: () => void;
  onCheckAgain: () => void;
  addApplicantTo: string;
}

const buttonId = "make-payment";
const travelDateId = "travel-date";

export function PayCard(props: PayCardProps) {
  const { request, phase, problem, onPay, onCheckAgain, addApplicantTo } = props;
  const [lacksApplicant, setLacks] = useState(false);
  const hasApplicant = request.visaApplicants.length > 0;
  const date = useTravelDateCheck(request);
  useFocusAfterCheckout(phase);
  /** An order has the travel date of its request, so it is created after the new one is saved. */
  const payment = useOnceSaved<"pay">(date.change, () => {
    if (date.change.isUnsaved) date.edit();
    else if (date.needsChoice) date.askForChoice();
    else onPay();
  });
  const pay = () => {
    setLacks(!hasApplicant);
    if (hasApplicant) payment.actOnceSaved("pay");
  };

  const isWaiting = phase === "confirming" || phase === "overdue";
  return (
    <section className={`sheet raised pad stack-3 ${styles["card"]}`} aria-labelledby="pay-title">
      <h2 id="pay-title" className={`text-l ${styles["title"]}`}>
        Payment
      </h2>
      <Prices request={request} />
      <p className={styles["detail"]}>{withdrawalText}</p>
      {!date.isPast && !isWaiting && <LateTravelDate request={request} date={date} />}
      <div data-foot-bar className={`stack-3 ${styles["foot"]}`}>
        <div className={`stack-2 ${styles["messages"]}`}>
          {lacksApplicant && !hasApplicant && (
            <InlineAlert tone="warning">
              This application has no applicants yet. <Link to={addApplicantTo}>Add an applicant</Link> with
              photo and passport, then pay.
            </InlineAlert>
          )}
          {date.isPast && (
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
        {date.isPast ? (
          <ChangedTravelDate request={request} date={date} />
        ) : (
          <Button
            id={buttonId}
            className={`no-print ${styles["pay"]}`}
            busy={phase === "ordering" || phase === "checkout" || payment.waitingWith !== undefined}
            disabled={isWaiting}
            onClick={pay}
          >
            Make Payment
          </Button>
        )}
      </div>
    </section>
  );
}

/** The checkout took the focus, so it returns to the button. */
function useFocusAfterCheckout(phase: PaymentPhase): void {
  const lastPhase = useRef(phase);
  useEffect(() => {
    if (lastPhase.current !== "idle" && phase === "idle") document.getElementById(buttonId)?.focus();
    lastPhase.current = phase;
  }, [phase]);
}

function Prices({ request }: Pick<PayCardProps, "request">) {
  const { netPrice, priceLines, serviceFee, gst } = request;
  return (
    <dl className="stack-2">
      {visaFeeLines(netPrice, priceLines).map((line) => (
        <Line key={line.name} {...line} />
      ))}
      <Line name="Service Fee" rupees={serviceFee} />
      {gst > 0 && <Line name="GST" rupees={gst} />}
    </dl>
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

interface DatedRequest {
  visaRequestId: string;
  travelDate: string;
  expectedDate: string;
}

/** Checks the travel date. If the visa is expected after it, the traveller has to accept that before paying. */
function useTravelDateCheck(request: DatedRequest) {
  const { visaRequestId, travelDate, expectedDate } = request;
  const [today] = useState(() => todayInKolkata(new Date()));
  const change = useChangeTravelDate({ request, today });
  const isPast = travelDate < today;
  const isLate = !isPast && !arrivesInTime(expectedDate, travelDate);
  const [acceptedDate, acceptDate] = useAcceptedDate(visaRequestId);
  const isAccepted = acceptedDate === travelDate;
  /** Number of attempts to pay without a choice since the last change. */
  const [attempt, setAttempt] = useState(0);
  const [edits, setEdits] = useState(0);
  return {
    today,
    change,
    edits,
    /** Opens the field if it is not, and focuses it. */
    edit: () => setEdits((count) => count + 1),
    isPast,
    isLate,
    isAccepted,
    needsChoice: isLate && !isAccepted,
    attempt,
    askForChoice: () => setAttempt((count) => count + 1),
    accept: (accepts: boolean) => {
      acceptDate(accepts ? travelDate : undefined);
      setAttempt(0);
    },
  };
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

interface TravelDateProps {
  request: DatedRequest;
  date: ReturnType<typeof useTravelDateCheck>;
}

/** Asks whether to travel later if the visa is expected after the travel date. The date field stays open. */
function LateTravelDate({ request, date }: TravelDateProps) {
  useFocusOnAttempt(date.edits, travelDateId);
  return (
    <>
      {date.isLate && (
        <LateVisaChoice
          isAccepted={date.isAccepted}
          onAccept={date.accept}
          attempt={date.attempt}
          expectedDate={request.expectedDate}
          onChooseLater={date.edit}
        />
      )}
      {date.edits > 0 && <ChangedTravelDate request={request} date={date} warns={false} />}
    </>
  );
}

function ChangedTravelDate({ request, date, warns = true }: TravelDateProps & { warns?: boolean }) {
  return (
    <TravelDate
      id={travelDateId}
      change={date.change}
      expectedDate={request.expectedDate}
      today={date.today}
      warns={warns}
    />
  );
}

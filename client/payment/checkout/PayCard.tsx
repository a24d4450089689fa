import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { withdrawalText } from "../../../server/modules/payment/refund/refund.rules";
import type { PriceLine } from "../../../server/modules/visaRequest/pricing.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Price } from "../../components/Price";
import { useOnceSaved } from "../../applicant/wizard/useOnceSaved";
import { formatDay } from "../../lib/days";
import { useFootBar } from "../../lib/useFootBar";
import { AmountLine } from "../../visaRequest/AmountLine";
import { visaFeeLines } from "../../visaRequest/priceLines";
import styles from "./PayCard.module.css";
import type { PaymentError } from "./paymentErrors";
import type { PaymentPhase } from "./usePayment";
import { PayTravelDate } from "./PayTravelDate";
import { type DatedRequest, type TravelDateCheck, useTravelDateCheck } from "./useTravelDateCheck";

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

export function PayCard(props: PayCardProps) {
  const { request, phase, problem, onPay, onCheckAgain, addApplicantTo } = props;
  const hasApplicant = request.visaApplicants.length > 0;
  const date = useTravelDateCheck(request);
  const { pay, lacksApplicant, isSavingDate } = usePayButton({ hasApplicant, date, onPay });
  useFocusAfterCheckout(phase);

  const foot = useFootBar();
  const isWaiting = phase === "confirming" || phase === "overdue";
  const messages = useMessagesInView(lacksApplicant || isWaiting || problem);
  return (
    <section className={`sheet raised pad stack-3 ${styles["card"]}`} aria-labelledby="pay-title">
      <h2 id="pay-title" className={`text-l ${styles["title"]}`}>
        Payment
      </h2>
      <Prices request={request} />
      <p className={styles["detail"]}>{withdrawalText}</p>
      {!isWaiting && <PayTravelDate request={request} date={date} />}
      <div ref={messages} className={`stack-2 ${styles["messages"]}`}>
        {lacksApplicant && (
          <InlineAlert tone="warning">
            This application has no applicants yet. <Link to={addApplicantTo}>Add an applicant</Link> with
            photo and passport, then pay.
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
      <div ref={foot} data-foot-bar className={`stack-3 ${styles["foot"]}`}>
        <p className={`small ${styles["travelDate"]}`}>Travel date {formatDay(request.travelDate)}</p>
        <p className={`wrap spread gap-x-3 ${styles["total"]}`}>
          <span>Total</span>
          <strong>
            <Price rupees={request.totalPrice} />
          </strong>
        </p>
        <Button
          id={buttonId}
          className={`no-print ${styles["pay"]}`}
          busy={phase === "ordering" || phase === "checkout" || isSavingDate}
          disabled={isWaiting}
          onClick={pay}
        >
          Make Payment
        </Button>
      </div>
    </section>
  );
}

interface PayButtonOptions {
  hasApplicant: boolean;
  date: TravelDateCheck;
  onPay: () => void;
}

/** Pays if there is an applicant and the travel date is saved, not past and, if the visa comes too late, accepted. */
function usePayButton({ hasApplicant, date, onPay }: PayButtonOptions) {
  const [lacksApplicant, setLacks] = useState(false);
  // Creates the order only after a new travel date has been saved, because the order uses the saved date.
  const { actOnceSaved, waitingWith } = useOnceSaved<"pay">(date.change, () => {
    if (date.change.isUnsaved || date.isPast) date.edit();
    else if (date.needsChoice) date.askForChoice();
    else onPay();
  });
  const pay = () => {
    setLacks(!hasApplicant);
    if (hasApplicant) actOnceSaved("pay");
  };
  return { pay, lacksApplicant: lacksApplicant && !hasApplicant, isSavingDate: waitingWith !== undefined };
}

/** Scrolls messages into view. They are not in the bottom bar, because it would then cover the page. */
function useMessagesInView(shown: unknown) {
  const messages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) messages.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return messages;
}

/** Returns the focus, which the checkout took, to the button. */
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
        <AmountLine key={line.name} {...line} />
      ))}
      <AmountLine name="Service Fee" rupees={serviceFee} />
      {gst > 0 && <AmountLine name="GST" rupees={gst} />}
    </dl>
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

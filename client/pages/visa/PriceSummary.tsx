import { lazy, type RefObject, Suspense } from "react";
import { Link } from "react-router-dom";
import { withdrawalText } from "../../../server/modules/payment/refund/refund.rules";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { LoadFailure } from "../../components/feedback/Skeleton";
import { Price } from "../../components/Price";
import { classes } from "../../lib/classes";
import { useIsHydrated } from "../../lib/hooks";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { useFootBar } from "../../lib/useFootBar";
import { paths } from "../../paths";
import { AmountLine } from "../../visaRequest/AmountLine";
import type { VisaOnPageFragment } from "./public.generated";
import styles from "./PriceSummary.module.css";
import { travelDateId, type TravelDateState } from "./useTravelDate";

/** Not rendered by the server, because a cached page would show an outdated expected date. */
const ChooseTravelDate = lazy(() => import("./ChooseTravelDate").catch(() => ({ default: FieldMissing })));
/** Shown if the field could not be loaded; offers a reload, which also helps if a deployment removed the script. */
function FieldMissing({ travelDate }: { travelDate: TravelDateState }) {
  useFocusOnAttempt(travelDate.attempt, travelDateId);
  return (
    <div id={travelDateId} tabIndex={-1}>
      <LoadFailure
        message="We could not load the travel date. You need it to apply."
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}

interface PriceSummaryProps {
  visa: VisaOnPageFragment;
  applyPlace: RefObject<HTMLDivElement | null>;
  /** Whether the bottom bar is shown instead; only one Apply Now is reachable at a time. */
  isHidden: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onApply: () => void;
  travelDate: TravelDateState;
  /** Called when Apply Now is about to be pressed. */
  onNear: () => void;
}

export function PriceSummary(props: PriceSummaryProps) {
  const { visa, applyPlace, isHidden, isBusy, failure, onApply, onNear, travelDate } = props;
  const isHydrated = useIsHydrated();
  const { visaFee, serviceFee, gst, total } = visa.priceSummary;
  return (
    <div className={`sheet raised stack-4 ${styles["card"]}`}>
      <h2 id="price-summary" className={styles["title"]}>
        Price Summary
      </h2>
      <dl className={styles["amounts"]}>
        <AmountLine name="Visa Fee" rupees={visaFee} />
        <AmountLine name="Service Fee" rupees={serviceFee} />
        {gst > 0 && <AmountLine name="GST on the service fee" rupees={gst} />}
        <AmountLine name="Total" rupees={total} />
      </dl>
      <p className="small">
        Per adult.
        {visa.childPrice !== null && (
          <>
            {" "}
            Visa fee for a child or infant: <Price rupees={visa.childPrice} />.
          </>
        )}{" "}
        You pay after you have filled in the application. {withdrawalText}{" "}
        <Link to={paths.refunds()}>All refund terms</Link>
      </p>
      <div className={styles["travelDate"]}>
        {isHydrated && (
          <Suspense>
            <ChooseTravelDate processingTime={visa.processingTime} travelDate={travelDate} />
          </Suspense>
        )}
      </div>
      {failure && !isHidden && <InlineAlert>{failure}</InlineAlert>}
      <div ref={applyPlace}>
        <Button
          wide
          busy={isBusy}
          onClick={onApply}
          onPointerEnter={onNear}
          onFocus={onNear}
          className={classes("no-print", isHidden && styles["hidden"])}
        >
          Apply Now
        </Button>
      </div>
    </div>
  );
}

interface ApplyBarProps {
  visa: VisaOnPageFragment;
  /** The formatted travel date; undefined until one is entered. */
  travelDate: string | undefined;
  isShown: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onApply: () => void;
  onNear: () => void;
}

/** Total and Apply Now at the bottom on phones, while the price summary's button is out of view. */
export function ApplyBar(props: ApplyBarProps) {
  const { visa, travelDate, isShown, isBusy, failure, onApply, onNear } = props;
  const bar = useFootBar(isShown);

  return (
    <div
      ref={bar}
      data-foot-bar
      className={classes("no-print stack-2", styles["bar"], !isShown && styles["hidden"])}
    >
      {failure && isShown && <InlineAlert>{failure}</InlineAlert>}
      <div className={`cluster ${styles["applyBarRow"]}`}>
        <p className={styles["applyBarTotal"]}>
          <span className="small">Total per adult</span>
          <Price rupees={visa.priceSummary.total} className={styles["price"]} />
          {travelDate && <span className="small">Travel date {travelDate}</span>}
        </p>
        <Button busy={isBusy} onClick={onApply} onPointerEnter={onNear} onFocus={onNear}>
          Apply Now
        </Button>
      </div>
    </div>
  );
}

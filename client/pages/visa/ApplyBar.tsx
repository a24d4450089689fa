import { useEffect, useRef } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Price } from "../../components/Price";
import { classes } from "../../lib/classes";
import styles from "./ApplyBar.module.css";
import type { VisaOnPageFragment } from "./public.generated";

interface ApplyBarProps {
  visa: VisaOnPageFragment;
  /** Formatted; undefined until there is one. */
  travelDate: string | undefined;
  isShown: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onApply: () => void;
  /** Called when Apply Now is about to be pressed. */
  onNear: () => void;
}

/** Total and Apply Now at the bottom on phones, while the price summary's button is out of view. */
export function ApplyBar(props: ApplyBarProps) {
  const { visa, travelDate, isShown, isBusy, failure, onApply, onNear } = props;
  const bar = useRef<HTMLDivElement>(null);

  // Keeps the focused element clear of the bar.
  useEffect(() => {
    if (!isShown) return;
    const root = document.documentElement;
    root.style.setProperty("--apply-bar", `${(bar.current?.offsetHeight ?? 64) + 16}px`);
    return () => void root.style.removeProperty("--apply-bar");
  }, [isShown, failure, travelDate]);

  return (
    <div ref={bar} data-foot-bar className={classes(styles["bar"], !isShown && styles["hidden"])}>
      {failure && isShown && <InlineAlert>{failure}</InlineAlert>}
      <div className={styles["row"]}>
        <p className={styles["total"]}>
          <span className={styles["label"]}>Total per adult</span>
          <Price rupees={visa.priceSummary.total} className={styles["price"]} />
          {travelDate && <span className={styles["label"]}>Travel date {travelDate}</span>}
        </p>
        <Button busy={isBusy} onClick={onApply} onPointerEnter={onNear} onFocus={onNear}>
          Apply Now
        </Button>
      </div>
    </div>
  );
}

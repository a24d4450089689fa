import { useEffect, useRef } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/InlineAlert";
import { Price } from "../../components/Price";
import { classes } from "../../lib/classes";
import styles from "./ApplyBar.module.css";
import { prefetchWizard } from "./prefetchWizard";
import type { VisaOnPage } from "./VisaDetails";

interface ApplyBarProps {
  visa: VisaOnPage;
  isShown: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onApply: () => void;
}

/** Total and Apply Now at the foot of a phone, while the price summary is out of view. */
export function ApplyBar({ visa, isShown, isBusy, failure, onApply }: ApplyBarProps) {
  const bar = useRef<HTMLDivElement>(null);

  // What has the focus must not hide under the bar.
  useEffect(() => {
    if (!isShown) return;
    const root = document.documentElement;
    root.style.setProperty("--apply-bar", `${(bar.current?.offsetHeight ?? 64) + 16}px`);
    return () => void root.style.removeProperty("--apply-bar");
  }, [isShown, failure]);

  return (
    <div ref={bar} className={classes(styles["bar"], !isShown && styles["hidden"])}>
      {failure && isShown && <InlineAlert>{failure}</InlineAlert>}
      <div className={styles["row"]}>
        <p className={styles["total"]}>
          <span className={styles["label"]}>Total per adult</span>
          <Price rupees={visa.priceSummary.total} className={styles["price"]} />
        </p>
        <Button busy={isBusy} onClick={onApply} onPointerEnter={prefetchWizard} onFocus={prefetchWizard}>
          Apply Now
        </Button>
      </div>
    </div>
  );
}

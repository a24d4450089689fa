import { adultFromAge, childFromAge } from "../../../server/modules/applicant/applicant.rules";
import type { TravelerType } from "../../../server/modules/visaRequest/pricing.rules";
import styles from "./WhoIsTravelling.module.css";

const categories: Record<TravelerType, { label: string; one: string; ages: string }> = {
  ADULT: { label: "Adults", one: "adult", ages: `${adultFromAge} or older on the day of travel` },
  CHILD: { label: "Children", one: "child", ages: `${childFromAge} to ${adultFromAge - 1}` },
  INFANT: { label: "Infants", one: "infant", ages: `Under ${childFromAge}` },
};

interface StepperProps {
  category: TravelerType;
  count: number;
  canAdd: boolean;
  canRemove: boolean;
  onChange: (by: 1 | -1) => void;
}

/** The number of travellers of a category, between two buttons. */
export function Stepper({ category, count, canAdd, canRemove, onChange }: StepperProps) {
  const { label, one, ages } = categories[category];
  return (
    <div role="group" aria-label={label} className={styles["row"]}>
      <p className="stack-0">
        <strong>{label}</strong>
        <span className="small muted">{ages}</span>
      </p>
      {/* Not `disabled`, which would drop the focus at the limit. */}
      <button
        type="button"
        className={`no-print ${styles["step"]}`}
        aria-label={`One ${one} fewer`}
        aria-disabled={!canRemove}
        onClick={() => canRemove && onChange(-1)}
      >
        −
      </button>
      <output className={`numbers ${styles["count"]}`}>{count}</output>
      <button
        type="button"
        className={`no-print ${styles["step"]}`}
        aria-label={`One more ${one}`}
        aria-disabled={!canAdd}
        onClick={() => canAdd && onChange(1)}
      >
        +
      </button>
    </div>
  );
}

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

/** The number of travellers of a category, between the buttons that change it. */
export function Stepper({ category, count, canAdd, canRemove, onChange }: StepperProps) {
  const { label, one, ages } = categories[category];
  // Not `disabled`, which would drop the focus at the limit.
  const button = (by: 1 | -1, name: string, isPossible: boolean) => (
    <button
      type="button"
      className={`no-print ${styles["step"]}`}
      aria-label={name}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onChange(by)}
    >
      {by > 0 ? "+" : "−"}
    </button>
  );
  return (
    <div role="group" aria-label={label} className={styles["row"]}>
      <p className="stack-0">
        <strong>{label}</strong>
        <span className="small muted">{ages}</span>
      </p>
      {button(-1, `One ${one} fewer`, canRemove)}
      <output className={`numbers ${styles["count"]}`}>{count}</output>
      {button(1, `One more ${one}`, canAdd)}
    </div>
  );
}

import { Button } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { FieldError } from "../components/form/inputs";
import { useFocusOnAttempt } from "../lib/focusInView";
import { formatDay } from "../lib/days";

interface LateVisaChoiceProps {
  expectedDate: string;
  /** Whether the traveller has agreed to travel later. */
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  onChooseLater: () => void;
  /** Number of attempts, since the last change, to continue without a choice. */
  attempt: number;
}

const checkboxId = "travel-later";

/** Shown if the visa is expected after the travel date. The traveller has to choose before continuing. */
export function LateVisaChoice(props: LateVisaChoiceProps) {
  const { expectedDate, isAccepted, onAccept, onChooseLater, attempt } = props;
  const errorId = `${checkboxId}-error`;
  const isMissing = attempt > 0 && !isAccepted;
  useFocusOnAttempt(attempt, checkboxId);
  return (
    <div className="no-print stack-2">
      <InlineAlert tone="warning">{lateVisaText(expectedDate)}</InlineAlert>
      <Button variant="secondary" onClick={onChooseLater}>
        Choose a later date
      </Button>
      <label className="choice">
        <input
          id={checkboxId}
          type="checkbox"
          className="tick"
          checked={isAccepted}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
          onChange={(event) => onAccept(event.target.checked)}
        />
        <strong>I will travel later</strong>
      </label>
      {isMissing && <FieldError id={errorId} error="Choose a later date, or tick “I will travel later”" />}
    </div>
  );
}

export const lateVisaText = (expectedDate: string) =>
  `Your visa is expected on ${formatDay(expectedDate)}, after your travel date. Choose a later date.`;

import { addYears } from "../../server/core/day.rules";
import { useState } from "react";
import {
  arrivesInTime,
  findTravelDateViolation,
  maxYearsAhead,
} from "../../server/modules/visaRequest/travelDate.rules";
import { DateField } from "../components/DateField/DateField";
import { formatDay } from "../lib/days";
import { lateVisaText } from "./LateVisaChoice";

interface TravelDateFieldProps {
  id: string;
  /** `YYYY-MM-DD`, or the text typed so far. */
  value: string;
  onChange: (value: string) => void;
  /** Called with the value when the field is left or a day is picked. */
  onDone?: (value: string) => void;
  /** The day by which the visa is expected. */
  expectedDate: string;
  /** Today in India. */
  today: string;
  /** Whether to warn that the visa comes too late; false if `LateVisaChoice` does. */
  warns: boolean;
  /** Whether to show a problem before the user has left the field. */
  showsProblem?: boolean;
  error?: string;
}

/** Returns the reason why an application cannot have this travel date; undefined if it can. */
export const findTravelDateProblem = (value: string, today: string): string | undefined =>
  value ? findTravelDateViolation(value, today) : "Enter your travel date";

export function TravelDateField(props: TravelDateFieldProps) {
  const { id, value, onChange, expectedDate, today, warns, showsProblem, error } = props;
  /** The field's state. A field that the user only tabbed through does not show an error. */
  const [state, setState] = useState<"untouched" | "typing" | "left">("untouched");
  const problem = findTravelDateProblem(value, today);
  const isLate = warns && !problem && !arrivesInTime(expectedDate, value);
  return (
    <DateField
      id={id}
      label="Travel date"
      value={value}
      onChange={(typed) => {
        setState("typing");
        onChange(typed);
      }}
      onDone={(day) => {
        setState((last) => (last === "typing" ? "left" : last));
        props.onDone?.(day);
      }}
      error={(showsProblem || state === "left" ? problem : undefined) ?? error}
      note={isLate ? lateVisaText(expectedDate) : `We expect the visa by ${formatDay(expectedDate)}.`}
      calendar={{
        from: today,
        to: addYears(today, maxYearsAhead),
        opensAt: expectedDate > today ? expectedDate : today,
        today,
      }}
    />
  );
}

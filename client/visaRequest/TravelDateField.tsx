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
  /** The day by which the visa is expected. */
  expectedDate: string;
  /** Today in India. */
  today: string;
  /** Whether to warn that the visa comes too late; false if `LateVisaChoice` does. */
  warns: boolean;
  /** Whether to show violations before the field was left. */
  showsViolation?: boolean;
  error?: string;
}

export function TravelDateField(props: TravelDateFieldProps) {
  const { id, value, onChange, expectedDate, today, warns, showsViolation, error } = props;
  /** A field that was only passed with Tab shows no error. */
  const [state, setState] = useState<"untouched" | "typing" | "left">("untouched");
  const violation = value ? findTravelDateViolation(value, today) : "Enter your travel date";
  const isLate = warns && !violation && !arrivesInTime(expectedDate, value);
  return (
    <DateField
      id={id}
      label="Travel date"
      value={value}
      onChange={(typed) => {
        setState("typing");
        onChange(typed);
      }}
      onBlur={() => state === "typing" && setState("left")}
      error={(showsViolation || state === "left" ? violation : undefined) ?? error}
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

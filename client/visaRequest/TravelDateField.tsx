import { addYears } from "../../server/modules/visaRequest/day.rules";
import { useState } from "react";
import {
  arrivesInTime,
  findTravelDateViolation,
  maxYearsAhead,
} from "../../server/modules/visaRequest/travelDate.rules";
import { DateField } from "../components/DateField/DateField";
import { formatDay } from "../lib/days";

interface TravelDateFieldProps {
  id: string;
  /** `YYYY-MM-DD`, or what is typed so far. */
  value: string;
  onChange: (value: string) => void;
  /** When the visa is expected. */
  expectedDate: string;
  /** The day in India. */
  today: string;
  /** Whether it is said that the visa comes too late; not of a day that nobody has chosen. */
  warns: boolean;
  /** What else is wrong with it. */
  error?: string;
}

/** The day of travel, with when the visa is expected. */
export function TravelDateField({
  id,
  value,
  onChange,
  expectedDate,
  today,
  warns,
  error,
}: TravelDateFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const violation = findTravelDateViolation(value, today);
  const isLate = warns && !violation && !arrivesInTime(expectedDate, value);
  return (
    <DateField
      id={id}
      label="Travel date"
      value={value}
      onChange={(typed) => {
        setLeft(false);
        onChange(typed);
      }}
      onBlur={() => setLeft(true)}
      error={(isLeft ? violation : undefined) ?? error}
      note={
        isLate
          ? `We expect the visa by ${formatDay(expectedDate)}, after this day: it may come too late.`
          : `We expect the visa by ${formatDay(expectedDate)}.`
      }
      calendar={{ from: today, to: addYears(today, maxYearsAhead), opensAt: today, today }}
    />
  );
}

import { useState } from "react";
import { expectedDay, todayInKolkata } from "../../../server/modules/visaRequest/day.rules";
import { findTravelDateViolation } from "../../../server/modules/visaRequest/travelDate.rules";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import { travelDateId, type TravelDateChoice } from "./useTravelDate";

interface ChooseTravelDateProps {
  /** Days. */
  processingTime: number;
  onChange: (choice: TravelDateChoice) => void;
}

/** Asks for the day of travel, which is today until another is chosen. */
export default function ChooseTravelDate({ processingTime, onChange }: ChooseTravelDateProps) {
  const [today] = useState(() => todayInKolkata(new Date()));
  const [typed, setTyped] = useState(today);
  const [isChosen, setChosen] = useState(false);
  return (
    <TravelDateField
      id={travelDateId}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        setChosen(true);
        onChange(findTravelDateViolation(value, today) ? { isValid: false } : { isValid: true, day: value });
      }}
      expectedDate={expectedDay(today, processingTime)}
      today={today}
      warns={isChosen}
    />
  );
}

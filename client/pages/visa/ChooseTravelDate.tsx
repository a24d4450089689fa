import { useEffect, useState } from "react";
import { todayInKolkata } from "../../../server/core/day.rules";
import { expectedDay } from "../../../server/modules/visaRequest/expectedDate.rules";
import { arrivesInTime, findTravelDateViolation } from "../../../server/modules/visaRequest/travelDate.rules";
import { formatDay } from "../../lib/days";
import { focusInView, useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import { travelDateId, type TravelDateState } from "./useTravelDate";

interface ChooseTravelDateProps {
  /** The visa's processing time in days. */
  processingTime: number;
  travelDate: TravelDateState;
}

/** Asks for the travel date and, if the visa is expected after it, whether to travel later. */
export default function ChooseTravelDate({ processingTime, travelDate }: ChooseTravelDateProps) {
  const { typed, setAnswer, attempt } = travelDate;
  const [today] = useState(() => todayInKolkata(new Date()));
  const expectedDate = expectedDay(today, processingTime);
  const isValid = !findTravelDateViolation(typed, today);
  const isLate = isValid && !arrivesInTime(expectedDate, typed);

  useEffect(() => {
    setAnswer(isValid ? { day: typed, shown: formatDay(typed), isLate } : undefined);
  }, [typed, isValid, isLate, setAnswer]);
  useFocusOnAttempt(isLate ? 0 : attempt, travelDateId);

  return (
    <>
      <TravelDateField
        id={travelDateId}
        value={typed}
        onChange={travelDate.type}
        expectedDate={expectedDate}
        today={today}
        warns={false}
        showsProblem={attempt > 0}
      />
      {isLate && (
        <LateVisaChoice
          expectedDate={expectedDate}
          isAccepted={travelDate.isAccepted}
          onAccept={travelDate.accept}
          onChooseLater={() => focusInView(travelDateId)}
          attempt={attempt}
        />
      )}
    </>
  );
}

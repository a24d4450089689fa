import { TravelDate } from "../../applicant/wizard/TravelDate";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";
import type { DatedRequest, TravelDateCheck } from "./useTravelDateCheck";

const travelDateId = "travel-date";

interface TravelDateProps {
  request: DatedRequest;
  date: TravelDateCheck;
}

/** Asks whether to travel later if the visa is expected after the travel date. The date field stays open. */
export function LateTravelDate({ request, date }: TravelDateProps) {
  useFocusOnAttempt(date.edits, travelDateId);
  return (
    <>
      {date.isLate && (
        <LateVisaChoice
          isAccepted={date.isAccepted}
          onAccept={date.accept}
          attempt={date.attempt}
          expectedDate={request.expectedDate}
          onChooseLater={date.edit}
        />
      )}
      {date.edits > 0 && <ChangedTravelDate request={request} date={date} warns={false} />}
    </>
  );
}

/** The field of the application's travel date, which is saved when it is left. */
export function ChangedTravelDate({ request, date, warns = true }: TravelDateProps & { warns?: boolean }) {
  return (
    <TravelDate
      id={travelDateId}
      change={date.change}
      expectedDate={request.expectedDate}
      today={date.today}
      warns={warns}
    />
  );
}

import { TravelDate } from "../../applicant/wizard/TravelDate";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { formatDay } from "../../lib/days";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";
import type { DatedRequest, TravelDateCheck } from "./useTravelDateCheck";

const travelDateId = "travel-date";

interface PayTravelDateProps {
  request: DatedRequest;
  date: TravelDateCheck;
}

/**
 * Asks for another travel date if the current one has passed, or whether to travel later if the visa is expected after
 * it. The date field stays open and is saved when it is left.
 */
export function PayTravelDate({ request, date }: PayTravelDateProps) {
  useFocusOnAttempt(date.edits, travelDateId);
  return (
    <>
      {date.isPast && (
        <InlineAlert tone="warning">
          The travel date {formatDay(request.travelDate)} has passed. Choose a later travel date, then pay.
        </InlineAlert>
      )}
      {date.isLate && (
        <LateVisaChoice
          isAccepted={date.isAccepted}
          onAccept={date.accept}
          attempt={date.attempt}
          expectedDate={request.expectedDate}
          onChooseLater={date.edit}
        />
      )}
      {(date.isPast || date.edits > 0) && (
        <TravelDate
          id={travelDateId}
          change={date.change}
          expectedDate={request.expectedDate}
          today={date.today}
          warns={date.isPast}
        />
      )}
    </>
  );
}

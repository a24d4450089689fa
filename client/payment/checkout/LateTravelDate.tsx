import { useState } from "react";
import { TravelDate, travelDateId } from "../../applicant/wizard/TravelDate";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";

interface LateTravelDateProps {
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  /** The day in India. */
  today: string;
  /** Whether the visa is expected after the travel date. */
  isLate: boolean;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  /** Attempts to pay without a choice since the last change. */
  attempt: number;
}

/** Asks what to do about a visa that is expected after the travel date; the field for another date stays open. */
export function LateTravelDate(props: LateTravelDateProps) {
  const { request, today, isLate, ...choice } = props;
  const [edits, setEdits] = useState(0);
  useFocusOnAttempt(edits, travelDateId);
  return (
    <>
      {isLate && (
        <LateVisaChoice
          {...choice}
          expectedDate={request.expectedDate}
          onChooseLater={() => setEdits((count) => count + 1)}
        />
      )}
      {edits > 0 && <TravelDate request={request} today={today} warns={false} />}
    </>
  );
}

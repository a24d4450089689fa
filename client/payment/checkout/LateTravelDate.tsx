import { useState } from "react";
import { TravelDate, travelDateId } from "../../applicant/wizard/TravelDate";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";

interface LateTravelDateProps {
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  /** Today in India. */
  today: string;
  /** Whether the visa is expected after the travel date. */
  isLate: boolean;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  /** Number of attempts to pay without a choice since the last change. */
  attempt: number;
}

/** Asks whether to travel later if the visa is expected after the travel date. The date field stays open. */
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

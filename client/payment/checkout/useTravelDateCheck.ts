import { useState } from "react";
import { todayInKolkata } from "../../../server/core/day.rules";
import { arrivesInTime } from "../../../server/modules/visaRequest/travelDate.rules";
import { useChangeTravelDate } from "../../applicant/wizard/useChangeTravelDate";

export interface DatedRequest {
  visaRequestId: string;
  travelDate: string;
  expectedDate: string;
}

/** Checks the travel date. If the visa is expected after it, the traveller has to accept that before paying. */
export function useTravelDateCheck(request: DatedRequest) {
  const { visaRequestId, travelDate, expectedDate } = request;
  // Not cached: a page may stay open past midnight.
  const today = todayInKolkata(new Date());
  const change = useChangeTravelDate({ request, today });
  const isPast = travelDate < today;
  const isLate = !isPast && !arrivesInTime(expectedDate, travelDate);
  const [acceptedDate, acceptDate] = useAcceptedDate(visaRequestId);
  const isAccepted = acceptedDate === travelDate;
  /** Number of attempts to pay without a choice since the last change. */
  const [attempt, setAttempt] = useState(0);
  const [edits, setEdits] = useState(0);
  return {
    today,
    change,
    edits,
    /** Opens the field if it is not, and focuses it. */
    edit: () => setEdits((count) => count + 1),
    isPast,
    isLate,
    isAccepted,
    needsChoice: isLate && !isAccepted,
    attempt,
    askForChoice: () => setAttempt((count) => count + 1),
    accept: (accepts: boolean) => {
      acceptDate(accepts ? travelDate : undefined);
      setAttempt(0);
    },
  };
}

export type TravelDateCheck = ReturnType<typeof useTravelDateCheck>;

/** The late travel date that was accepted. Stored in this tab, to survive the reload of `openFreshDocument`. */
function useAcceptedDate(visaRequestId: string) {
  const key = `travel-later:${visaRequestId}`;
  const [acceptedDate, setAcceptedDate] = useState(() => sessionStorage.getItem(key) ?? undefined);

  const acceptDate = (travelDate: string | undefined) => {
    if (travelDate === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, travelDate);
    setAcceptedDate(travelDate);
  };
  return [acceptedDate, acceptDate] as const;
}

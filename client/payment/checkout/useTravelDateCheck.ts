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
  // Not memoised, because the page may stay open past midnight.
  const today = todayInKolkata(new Date());
  const change = useChangeTravelDate({ request, today });
  const isPast = travelDate < today;
  const isLate = !isPast && !arrivesInTime(expectedDate, travelDate);
  const [acceptedDate, acceptDate] = useAcceptedDate(visaRequestId);
  const isAccepted = acceptedDate === travelDate;
  /** Number of attempts, since the last change, to pay without a choice. */
  const [attempt, setAttempt] = useState(0);
  const [edits, setEdits] = useState(0);
  return {
    today,
    change,
    edits,
    /** Opens the field if it is closed, and focuses it. */
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

/** The accepted late travel date. Stored in this tab, so that it survives the reload by `openFreshDocument`. */
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

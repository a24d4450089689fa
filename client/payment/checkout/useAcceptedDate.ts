import { useState } from "react";

/**
 * The travel date that the traveller keeps although the visa is expected later. It is kept for this tab: to pay, the
 * page may be loaded anew (`openFreshDocument`), and the same question is not asked twice.
 */
export function useAcceptedDate(visaRequestId: string) {
  const key = `travel-later:${visaRequestId}`;
  const [acceptedDate, setAcceptedDate] = useState(() => sessionStorage.getItem(key) ?? undefined);

  const acceptDate = (travelDate: string | undefined) => {
    if (travelDate === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, travelDate);
    setAcceptedDate(travelDate);
  };
  return [acceptedDate, acceptDate] as const;
}

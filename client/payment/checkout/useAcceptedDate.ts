import { useState } from "react";

/**
 * The travel date that the traveller accepted although the visa is expected later. Stored for this tab, so
 * that the reload before paying (`openFreshDocument`) does not ask again.
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

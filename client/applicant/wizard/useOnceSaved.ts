import { useEffect, useEffectEvent, useState } from "react";
import type { ChangeTravelDate } from "./useChangeTravelDate";

/** Delays `act` until the travel date in the field has been saved, or saving it has failed. */
export function useOnceSaved<Given>(
  { isUnsaved, isSaving, save }: ChangeTravelDate,
  act: (given: Given) => void,
) {
  const [waiting, setWaiting] = useState<{ given: Given }>();
  const goOn = useEffectEvent(() => {
    setWaiting(undefined);
    if (waiting) act(waiting.given);
  });
  useEffect(() => {
    if (waiting && !isSaving) goOn();
  }, [waiting, isSaving]);

  const actOnceSaved = (given: Given) => {
    if (!isUnsaved) return act(given);
    void save();
    setWaiting({ given });
  };
  return { actOnceSaved, waitingWith: waiting?.given };
}

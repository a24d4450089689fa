import { useEffect, useEffectEvent, useState } from "react";
import { canLockDrafts, holdDraft } from "../../lib/drafts/draftLock";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { storeOpenDraft } from "./DraftWriter";

/** Acquires the lock of the draft. `state` is always "held" without a draft or without Web Locks. */
export function useDraftLock(place: DraftPlace | undefined) {
  const wanted = place && canLockDrafts() ? `${place.userId} ${place.visaRequestId}` : undefined;
  const [state, setState] = useState<"waiting" | "held" | "elsewhere">("waiting");
  /** Number of times this tab has requested the lock. */
  const [turn, setTurn] = useState(1);
  const begin = useEffectEvent(() => {
    if (!place) return undefined;
    return holdDraft(place, {
      takesOver: turn > 1,
      onHeld: () => setState("held"),
      onElsewhere: () => setState("elsewhere"),
      store: () => storeOpenDraft(place),
    });
  });
  useEffect(() => {
    const letGo = wanted ? begin() : undefined;
    return () => {
      letGo?.();
      setState("waiting");
    };
  }, [wanted, turn]);

  return {
    state: wanted ? state : "held",
    turn,
    takeOver: () => {
      setState("waiting");
      setTurn((last) => last + 1);
    },
  };
}

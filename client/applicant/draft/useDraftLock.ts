import { useEffect, useEffectEvent, useState } from "react";
import { canLockDrafts, holdDraft } from "../../lib/drafts/draftLock";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { storeOpenDraft } from "./DraftWriter";

/** Whether this tab is the one that edits the draft; always so if there is none, or the browser has no Web Locks. */
export function useDraftLock(place: DraftPlace | undefined) {
  const wanted = place && canLockDrafts() ? `${place.userId} ${place.visaRequestId}` : undefined;
  const [state, setState] = useState<"waiting" | "held" | "elsewhere">("waiting");
  /** How often this tab asked for it. */
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

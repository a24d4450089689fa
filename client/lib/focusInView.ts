import { useEffect, useEffectEvent } from "react";

/** Scrolls the element with that id to the middle of the window and gives it the focus. */
export function focusInView(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

/** Gives the focus to the element whenever `attempt` changes, but not at 0; also if the element loads after the attempt. */
export function useFocusOnAttempt(attempt: number, id: string): void {
  const focus = useEffectEvent(() => focusInView(id));
  useEffect(() => {
    if (attempt > 0) focus();
  }, [attempt]);
}

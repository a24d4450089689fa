import { useEffect, useEffectEvent, useRef, useState } from "react";

export function focusInView(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

/** Focuses the element whenever `attempt` changes to a number above 0, and on mounting if it is already above 0. */
export function useFocusOnAttempt(attempt: number, id: string): void {
  const focus = useEffectEvent(() => focusInView(id));
  useEffect(() => {
    if (attempt > 0) focus();
  }, [attempt]);
}

/** Returns a function that focuses an element after the next render, if the focused one may be gone. */
export function useFocusAfter(): (find: () => HTMLElement | null, options?: FocusOptions) => void {
  const focus = useRef<() => void>(undefined);
  const [, setCount] = useState(0);
  useEffect(() => {
    focus.current?.();
    focus.current = undefined;
  });
  return (find, options) => {
    focus.current = () => find()?.focus(options);
    setCount((count) => count + 1);
  };
}

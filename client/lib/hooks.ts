import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";

/** What was loaded last, so that a later failure or a session that ran out does not take a form away. */
export function useLastDefined<T>(loaded: T | undefined): T | undefined {
  const [last, setLast] = useState(loaded);
  if (loaded !== undefined && loaded !== last) setLast(loaded);
  return loaded ?? last;
}

/** Goes to the section that the address names (`#terms`) and gives it the focus, also on a link within the page. */
export function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!target) return;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [hash, key]);
}

/** Whether a media query holds, kept up to date; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

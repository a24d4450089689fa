import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { listen } from "./listen";

/** Returns the last defined value, so that a failure or an expired session does not remove a form. */
export function useLastDefined<T>(loaded: T | undefined): T | undefined {
  const [last, setLast] = useState(loaded);
  if (loaded !== undefined && loaded !== last) setLast(loaded);
  return loaded ?? last;
}

/**
 * Returns a function that returns true once the visitor has left the page, for use after an `await`. It checks the
 * address, because the component stays mounted until the next page's script has arrived.
 */
export function useHasLeft(): () => boolean {
  const path = useRef<string>(undefined);
  useEffect(() => {
    path.current = window.location.pathname;
    return () => {
      path.current = undefined;
    };
  }, []);
  return () => path.current !== window.location.pathname;
}

/** Scrolls to the section in the address (`#terms`) and focuses it, on arrival and for links within the page. */
export function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [hash, key]);
}

/** While `isActive`, reports the part of the page that a phone's keyboard and zooming leave visible. */
export function useVisualViewport(isActive: boolean, onChange: (viewport: VisualViewport) => void): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isActive || !viewport) return;
    report(viewport);
    // Listens to both events, because a keyboard first resizes the visual viewport and then scrolls it.
    return listen(viewport, ["resize", "scroll"], () => report(viewport));
  }, [isActive]);
}

const never = () => () => undefined;

/** False on the server and during hydration, then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Returns whether a media query matches, and follows changes; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => listen(window.matchMedia(query), ["change"], listener),
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

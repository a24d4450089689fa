import { useCallback, useEffect, useRef } from "react";

/** In ms. Signed links last five minutes; they are fetched anew a little before. */
export const linkLifeMs = 4 * 60_000;
const pauseAfterErrorMs = 60_000;

/**
 * Keeps signed links alive: fetches them anew when they are about to run out while the page is looked at, on
 * returning to it, and once when a picture fails. `loadedKey` changes with each answer. Returns what to call for a
 * picture that failed.
 */
export function useFreshLinks(loadedKey: unknown, refetch: () => Promise<unknown>): () => void {
  const loadedAt = useRef(Date.now());
  const lastError = useRef(-Infinity);
  const latestRefetch = useRef(refetch);

  useEffect(() => {
    loadedAt.current = Date.now();
  }, [loadedKey]);
  useEffect(() => {
    latestRefetch.current = refetch;
  });

  const renew = useCallback(() => {
    // A failure shows in the query itself; old links only fail to load.
    latestRefetch.current().catch(() => undefined);
  }, []);

  useEffect(() => {
    const renewIfOld = () => {
      const isOld = Date.now() - loadedAt.current > linkLifeMs;
      if (isOld && document.visibilityState === "visible") renew();
    };
    const timer = setInterval(renewIfOld, 30_000);
    document.addEventListener("visibilitychange", renewIfOld);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renewIfOld);
    };
  }, [renew]);

  return useCallback(() => {
    if (Date.now() - lastError.current < pauseAfterErrorMs) return;
    lastError.current = Date.now();
    renew();
  }, [renew]);
}

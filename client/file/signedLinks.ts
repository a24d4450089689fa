import { useCallback, useEffect, useRef, useState } from "react";
import { linkLifeSeconds } from "../../server/modules/file/file.rules";

/** In ms: signed links are fetched anew a minute before they end. */
export const linkLifeMs = (linkLifeSeconds - 60) * 1000;
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

/**
 * The link under which a file is shown: each response of the server brings new ones, but as long as the one in use
 * is good the file is not fetched again. `drop` takes the newest from then on.
 */
export function useStableUrl(fileId: string, newest: string): { src: string; drop: () => void } {
  const [used, setUsed] = useState({ fileId, src: newest });
  const [isExpired, setExpired] = useState(false);
  if (used.fileId !== fileId || (isExpired && used.src !== newest)) {
    setUsed({ fileId, src: newest });
    setExpired(false);
  }

  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), linkLifeMs);
    return () => clearTimeout(timer);
  }, [used]);

  return { src: used.fileId === fileId ? used.src : newest, drop: useCallback(() => setExpired(true), []) };
}

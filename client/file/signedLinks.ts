import { useEffect, useEffectEvent, useRef, useState } from "react";
import { linkLifeSeconds } from "../../server/modules/file/file.rules";
import { listen } from "../lib/listen";

/** The shortest lifetime of signed URLs, which stay the same for up to a minute. */
export const linkLifeMs = (linkLifeSeconds - 60) * 1000;
/** Age at which signed URLs are refreshed, early enough for a slow response. */
const refreshAgeMs = linkLifeMs - 20_000;
const maxPauseMs = 30_000;
const pauseAfterErrorMs = 60_000;

/**
 * Refreshes signed URLs before they expire while the page is visible, or when the user returns to it. `loadedKey`
 * must change with each response. Returns a function to call when an image fails to load: it refreshes the URLs at
 * most once a minute.
 */
export function useFreshLinks(loadedKey: unknown, refetch: () => Promise<unknown>): () => void {
  const loadedAt = useRef(Date.now());
  const lastError = useRef(-Infinity);
  // Ignores a failure, because the query itself reports it and the only effect is that files do not load from expired
  // URLs.
  const renew = () => void refetch().catch(() => undefined);

  useEffect(() => {
    loadedAt.current = Date.now();
  }, [loadedKey]);

  const renewIfOld = useEffectEvent(() => {
    const isOld = Date.now() - loadedAt.current >= refreshAgeMs;
    if (isOld && document.visibilityState === "visible") renew();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      renewIfOld();
      const left = loadedAt.current + refreshAgeMs - Date.now();
      // Checks more often than once, because a refresh can fail and timers stop while a computer sleeps.
      timer = setTimeout(check, left > 0 ? Math.min(left, maxPauseMs) : maxPauseMs);
    };
    check();
    const stop = listen(document, ["visibilitychange"], () => renewIfOld());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  return () => {
    if (Date.now() - lastError.current < pauseAfterErrorMs) return;
    lastError.current = Date.now();
    renew();
  };
}

/**
 * Returns the first URL of a file, and a newer one only after `drop`, because each new URL makes the browser load
 * the file again.
 */
export function useFirstLink(newest: string): { src: string; drop: () => void } {
  const [src, setSrc] = useState(newest);
  const [isDropped, setDropped] = useState(false);
  if (isDropped && src !== newest) {
    setSrc(newest);
    setDropped(false);
  }
  return { src, drop: () => setDropped(true) };
}

/** Saves the file under the name in the response. */
export function startDownload(src: string): void {
  Object.assign(document.createElement("a"), { href: src, download: "" }).click();
}

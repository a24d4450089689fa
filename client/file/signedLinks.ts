import { useEffect, useEffectEvent, useRef, useState } from "react";
import { linkLifeSeconds } from "../../server/modules/file/file.rules";
import { listen } from "../lib/listen";

/** In ms: links are refreshed a minute before they expire. */
export const linkLifeMs = (linkLifeSeconds - 60) * 1000;
const pauseAfterErrorMs = 60_000;

/**
 * Refreshes signed URLs before they expire while the page is visible, when the user returns, and once after
 * an image failed. `loadedKey` changes with each response. Returns a function to call when an image failed.
 */
export function useFreshLinks(loadedKey: unknown, refetch: () => Promise<unknown>): () => void {
  const loadedAt = useRef(Date.now());
  const lastError = useRef(-Infinity);
  // The query reports a failure; old links merely fail to load.
  const renew = () => void refetch().catch(() => undefined);

  useEffect(() => {
    loadedAt.current = Date.now();
  }, [loadedKey]);

  const renewIfOld = useEffectEvent(() => {
    const isOld = Date.now() - loadedAt.current > linkLifeMs;
    if (isOld && document.visibilityState === "visible") renew();
  });
  useEffect(() => {
    const timer = setInterval(() => renewIfOld(), 30_000);
    const stop = listen(document, ["visibilitychange"], () => renewIfOld());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);

  return () => {
    if (Date.now() - lastError.current < pauseAfterErrorMs) return;
    lastError.current = Date.now();
    renew();
  };
}

/** Returns the first link of a file: another would load it again. After `drop`, it is the next one. */
export function useFirstLink(newest: string): { src: string; drop: () => void } {
  const [src, setSrc] = useState(newest);
  const [isDropped, setDropped] = useState(false);
  if (isDropped && src !== newest) {
    setSrc(newest);
    setDropped(false);
  }
  return { src, drop: () => setDropped(true) };
}

/** Saves the file at a link, under the name in the response. */
export function startDownload(src: string): void {
  Object.assign(document.createElement("a"), { href: src, download: "" }).click();
}

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fileLinks, linkLifeSeconds } from "../../server/modules/file/file.rules";
import { basePath } from "../lib/basePath";
import { listen } from "../lib/listen";

/** The shortest lifetime of signed URLs, which stay the same for up to a minute. */
export const linkLifeMs = (linkLifeSeconds - 60) * 1000;
/** Age at which signed URLs are refreshed, early enough for a slow response. */
const refreshAgeMs = linkLifeMs - 20_000;
const maxPauseMs = 30_000;
const pauseAfterErrorMs = 60_000;

const linkPattern = new RegExp(`"${basePath}${fileLinks.path}/[^"?]+\\?[^"]+"`, "g");

/** Returns the signed URLs in `data` with the times at which they were first seen; `before` is the last result. */
export function listLinks(data: unknown, before: ReadonlyMap<string, number>, now: number) {
  const links = JSON.stringify(data ?? null).match(linkPattern) ?? [];
  return new Map(links.map((link) => [link, before.get(link) ?? now]));
}

/**
 * Refreshes the signed URLs in `data` before the oldest one expires while the page is visible, or when the user returns
 * to it. Returns a function to call when an image fails to load: it refreshes the URLs at most once a minute.
 */
export function useFreshLinks(data: unknown, refetch: () => Promise<unknown>): () => void {
  const seen = useRef<ReadonlyMap<string, number>>(new Map());
  const lastError = useRef(-Infinity);
  // Ignores a failure, because the query itself reports it and the only effect is that files do not load from expired
  // URLs.
  const renew = () => void refetch().catch(() => undefined);

  useEffect(() => {
    seen.current = listLinks(data, seen.current, Date.now());
  }, [data]);

  const renewIfOld = useEffectEvent(() => {
    if (millisecondsLeft(seen.current) <= 0 && document.visibilityState === "visible") renew();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      renewIfOld();
      const left = millisecondsLeft(seen.current);
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

/** Returns the time until the oldest URL has to be refreshed; infinite if there is none. */
const millisecondsLeft = (seen: ReadonlyMap<string, number>) =>
  Math.min(...seen.values()) + refreshAgeMs - Date.now();

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

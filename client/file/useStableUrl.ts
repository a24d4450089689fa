import { useCallback, useEffect, useState } from "react";

/** Signed links last five minutes; one is used for four. */
const linkLifeMs = 4 * 60_000;

/**
 * The link under which a paper is shown: each answer of the server brings new ones, but as long as the one in use
 * is good the paper is not fetched again. `drop` takes the newest from then on.
 */
export function useHeldLink(fileId: string, newest: string): { src: string; drop: () => void } {
  const [held, setHeld] = useState({ fileId, src: newest });
  const [isWorn, setWorn] = useState(false);
  if (held.fileId !== fileId || (isWorn && held.src !== newest)) {
    setHeld({ fileId, src: newest });
    setWorn(false);
  }

  useEffect(() => {
    const timer = setTimeout(() => setWorn(true), linkLifeMs);
    return () => clearTimeout(timer);
  }, [held]);

  return { src: held.fileId === fileId ? held.src : newest, drop: useCallback(() => setWorn(true), []) };
}

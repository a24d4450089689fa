import { useEffect, useState } from "react";

/** Kept beyond the page, as the cached list is. */
let lastLoadedAt: string | undefined;

/** The time of day at which the list came from the server last, `14:05`; undefined where it never did. */
export function useLoadedAt(loading: boolean, error: unknown, data: unknown): string | undefined {
  const [loadedAt, setLoadedAt] = useState(lastLoadedAt);

  useEffect(() => {
    if (loading || error || !data) return;
    lastLoadedAt = new Date().toTimeString().slice(0, 5);
    setLoadedAt(lastLoadedAt);
  }, [loading, error, data]);

  return loadedAt;
}

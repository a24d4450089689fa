import { useState } from "react";
import { useBeforeUnload } from "react-router-dom";
import { onSessionEnd } from "../../auth/session";

/** Unsaved entries of this tab by their key, until they are saved or the session ends. */
const kept = new Map<string, unknown>();
onSessionEnd(() => kept.clear());

/**
 * State that is still there when the user returns to the form. `initial` means that there is nothing to save; the
 * browser asks before a reload or closing the tab would lose anything else.
 */
export function useKeptEntry<T>(key: string, initial: T): [entry: T, setEntry: (entry: T) => void] {
  const [entry, setEntry] = useState(() => (kept.get(key) as T | undefined) ?? initial);
  useBeforeUnload((event) => {
    if (kept.has(key)) event.preventDefault();
  });
  return [
    entry,
    (next) => {
      if (JSON.stringify(next) === JSON.stringify(initial)) kept.delete(key);
      else kept.set(key, next);
      setEntry(next);
    },
  ];
}

/** Drops an entry, after it was saved or given up. */
export function dropEntry(key: string): void {
  kept.delete(key);
}

export const hasKeptEntry = (key: string): boolean => kept.has(key);

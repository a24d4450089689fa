import { useState } from "react";
import { useBeforeUnload } from "react-router-dom";
import { onSessionEnd } from "../../auth/session";
import { isSame } from "../../lib/isSame";

/** Unsaved input of this tab by key, until it is saved or the session ends. */
const kept = new Map<string, unknown>();
onSessionEnd(() => kept.clear());

/** State that outlives the form. Unless it equals `initial`, the browser warns before a reload. */
export function useUnsavedEntry<T>(key: string, initial: T): [entry: T, setEntry: (entry: T) => void] {
  const [entry, setEntry] = useState(() => (kept.get(key) as T | undefined) ?? initial);
  useBeforeUnload((event) => {
    if (kept.has(key)) event.preventDefault();
  });
  return [
    entry,
    (next) => {
      if (isSame(next, initial)) kept.delete(key);
      else kept.set(key, next);
      setEntry(next);
    },
  ];
}

export function dropEntry(key: string): void {
  kept.delete(key);
}

export const hasUnsavedEntry = (key: string): boolean => kept.has(key);

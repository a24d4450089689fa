import { useEffect, useEffectEvent } from "react";

const typesText = "input, textarea, select, [contenteditable]";

/** What single keys do, by `KeyboardEvent.key`. */
export type Shortcuts = Record<string, () => void>;

/**
 * Listens for single keys on the whole page, by the character that they write: `+` needs Shift on one keyboard and not
 * on another. Nothing fires while somebody types, while a dialog is open, with a
 * modifier held, or while `isOn` is false (WCAG 2.1.4: single keys can be switched off).
 */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(typesText)) return;
    if (document.querySelector("dialog[open]")) return;
    const act = shortcuts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isOn]);
}

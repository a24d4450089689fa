import { useEffect, useEffectEvent } from "react";

const typesText = "input, textarea, select, [contenteditable]";

/** Actions by `KeyboardEvent.key`. */
export type Shortcuts = Record<string, () => void>;

/**
 * Listens for single keys on the whole page. Matches characters instead of keys, because `+` needs Shift only on some
 * keyboards. Ignores keys while the user types, while a dialog is open, or with a modifier. `isOn` is false if the user
 * has turned shortcuts off (WCAG 2.1.4).
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

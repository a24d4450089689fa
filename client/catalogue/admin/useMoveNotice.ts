import { useToast } from "../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../lib/focusInView";

/**
 * Returns a function that announces an item's new place in a list and focuses the button that moved the item. `inputId`
 * returns the id of the "up" or "down" button at a place.
 */
export function useMoveNotice(inputId: (index: number, part: "up" | "down") => string) {
  const focus = useFocusAfter();
  const toast = useToast();
  return (from: number, to: number, count: number) => {
    toast.announce(`Moved to position ${to + 1} of ${count}`);
    const isUp = to < from;
    // At either end of the list, the button for this direction is disabled.
    const isLast = to === (isUp ? 0 : count - 1);
    focus(() => document.getElementById(inputId(to, isUp === isLast ? "down" : "up")));
  };
}

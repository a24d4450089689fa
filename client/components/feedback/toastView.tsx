import { type RefObject, useEffect } from "react";
import type { ToastMessage } from "./Toast";
import { useToastPlace } from "./useToastPlace";

export { Toast } from "./Toast";

/** Pixels between a toast and the focused element. */
const clearance = 16;

/** Keeps toasts off text, controls and the focused element. Renders nothing. */
export function ToastPlace({
  stack,
  messages,
}: {
  stack: RefObject<HTMLElement | null>;
  messages: readonly ToastMessage[];
}) {
  useToastPlace(stack, messages);

  // The focused element must not be covered (WCAG 2.4.11), so the page scrolls.
  useEffect(() => {
    if (messages.length === 0) return;
    const uncoverFocus = () => {
      const focused = document.activeElement?.closest("main :is(button, a, input, select, textarea)");
      if (!focused || !stack.current) return;
      const cover = stack.current.getBoundingClientRect();
      const { top, bottom, left, right } = focused.getBoundingClientRect();
      // The stack spans the page's width; elements next to a toast are not covered.
      const isUnder = [...stack.current.querySelectorAll("[data-toast]")]
        .map((toast) => toast.getBoundingClientRect())
        .some((toast) => left < toast.right && right > toast.left);
      if (isUnder && top < cover.bottom && bottom > cover.top)
        window.scrollBy({ top: bottom - cover.top + clearance });
    };
    uncoverFocus();
    // Scrolling between press and release would move the target away, and the click would be lost.
    let isPressed = false;
    const listeners: Record<string, () => void> = {
      mousedown: () => (isPressed = true),
      mouseup: () => {
        isPressed = false;
        setTimeout(uncoverFocus);
      },
      focusin: () => !isPressed && uncoverFocus(),
    };
    Object.entries(listeners).forEach(([event, listener]) =>
      document.addEventListener(event, listener, true),
    );
    return () =>
      Object.entries(listeners).forEach(([event, listener]) =>
        document.removeEventListener(event, listener, true),
      );
  }, [messages, stack]);

  return null;
}

import { type RefObject, useEffect } from "react";
import type { ToastMessage } from "./Toast";
import { useToastPlace } from "./useToastPlace";

export { Toast } from "./Toast";

/** Pixels between a toast and what has the focus. */
const clearance = 16;

/** Keeps the toasts off what is read, tapped or focused. Renders nothing. */
export function ToastPlace({
  stack,
  messages,
}: {
  stack: RefObject<HTMLElement | null>;
  messages: readonly ToastMessage[];
}) {
  useToastPlace(stack, messages);

  // What has the focus must not lie under a toast (WCAG 2.4.11): the page moves up from under it.
  useEffect(() => {
    if (messages.length === 0) return;
    const uncoverFocus = () => {
      const focused = document.activeElement?.closest("main :is(button, a, input, select, textarea)");
      if (!focused || !stack.current) return;
      const cover = stack.current.getBoundingClientRect();
      const { top, bottom, left, right } = focused.getBoundingClientRect();
      // The stack is as wide as the page; what is beside the toasts in it is in sight.
      const isUnder = [...stack.current.querySelectorAll("[data-toast]")]
        .map((toast) => toast.getBoundingClientRect())
        .some((toast) => left < toast.right && right > toast.left);
      if (isUnder && top < cover.bottom && bottom > cover.top)
        window.scrollBy({ top: bottom - cover.top + clearance });
    };
    uncoverFocus();
    // Not between press and release: the page would move away from under the pointer, and the click be lost.
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

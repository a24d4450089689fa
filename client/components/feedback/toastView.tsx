import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { classes } from "../../lib/classes";
import { Icon } from "../Icon";
import styles from "./Toast.module.css";

/** Pixels between a toast and the focused element. */
const clearance = 16;

/** Keeps toasts off prices, controls and the focused element. Renders nothing. */
export function ToastPlace({
  stack,
  messages,
}: {
  stack: RefObject<HTMLElement | null>;
  messages: readonly ToastMessage[];
}) {
  useToastPlace(stack, messages);

  // Scrolls the page if a toast covers the focused element (WCAG 2.4.11).
  useEffect(() => {
    if (messages.length === 0) return;
    const uncoverFocus = () => {
      const focused = document.activeElement?.closest("main :is(button, a, input, select, textarea)");
      if (!focused || !stack.current) return;
      const cover = stack.current.getBoundingClientRect();
      const { top, bottom, left, right } = focused.getBoundingClientRect();
      // Compares the sides with those of each toast, because the stack is as wide as the page.
      const isUnder = [...stack.current.querySelectorAll("[data-toast]")]
        .map((toast) => toast.getBoundingClientRect())
        .some((toast) => left < toast.right && right > toast.left);
      if (isUnder && top < cover.bottom && bottom > cover.top)
        window.scrollBy({ top: bottom - cover.top + clearance });
    };
    uncoverFocus();
    // Does not scroll between press and release, because the target would move and the click would be lost.
    let isPressed = false;
    const listeners: Record<string, () => void> = {
      mousedown: () => (isPressed = true),
      mouseup: () => {
        isPressed = false;
        setTimeout(uncoverFocus);
      },
      focusin: () => !isPressed && uncoverFocus(),
    };
    const leaving = new AbortController();
    const options = { capture: true, signal: leaving.signal };
    for (const [event, listener] of Object.entries(listeners))
      document.addEventListener(event, listener, options);
    return () => leaving.abort();
  }, [messages, stack]);

  return null;
}

export interface ToastMessage {
  id: number;
  text: string;
  isError: boolean;
}

const stayMs = 7_000;

/** A message on top of the page. Hover and focus pause its timer; an error stays until it is closed. */
export function Toast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);
  // `onClose` changes with each render, which must not restart the timer.
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (isHeld || message.isError) return;
    const timer = setTimeout(() => close(), stayMs);
    return () => clearTimeout(timer);
  }, [isHeld, message]);

  return (
    <div
      data-toast
      className={classes(styles["toast"], message.isError && styles["error"])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={message.isError ? "warning" : "check"} size={20} />
      <span className={styles["text"]}>{message.text}</span>
      <button type="button" className="icon-button" onClick={onClose} aria-label="Close message">
        <Icon name="cross" />
      </button>
    </div>
  );
}

/** Matches windows without room for toasts at the side. */
const phones = "(max-width: 47.99rem)";
/** Elements that a toast must not cover: prices, and anything to tap or type into. */
const kept = "main :is(button, a, input, select, textarea, [data-price]), [data-foot-bar]";
/** In px. Taller elements are cards that are links as a whole; their prices are checked separately. */
const maxHeight = 120;
/** Distance from the bottom of the window, and between tried positions, in px. */
const margin = 8;
const step = 8;
const lookEveryMs = 200;

/**
 * Keeps toasts on phones off prices, buttons and the bottom bar. Uses the lowest free position, or the one just above
 * the bar if none is free. Toasts stay in place until such an element moves under them.
 */
function useToastPlace(stack: RefObject<HTMLElement | null>, messages: readonly unknown[]): void {
  useEffect(() => {
    const box = stack.current;
    if (!box || messages.length === 0) return;
    const put = () => {
      if (!window.matchMedia(phones).matches) {
        box.style.removeProperty("bottom");
        return;
      }
      const { top, bottom, height } = box.getBoundingClientRect();
      const windowHeight = window.innerHeight;
      const boxes = findKept(windowHeight);
      const isFree = (from: number, to: number) => !boxes.some((one) => one.top < to && one.bottom > from);
      if (box.style.bottom && isFree(top, bottom)) return;
      const maxFromFoot = windowHeight - height - margin;
      let fromFoot = margin;
      while (fromFoot < maxFromFoot && !isFree(windowHeight - fromFoot - height, windowHeight - fromFoot))
        fromFoot += step;
      box.style.bottom = `${fromFoot < maxFromFoot ? fromFoot : margin + barHeight(windowHeight)}px`;
    };
    put();
    // Polls, because anything may move: a dialog closes, the user scrolls, a bar appears.
    const looking = setInterval(put, lookEveryMs);
    return () => {
      clearInterval(looking);
      box.style.removeProperty("bottom");
    };
  }, [stack, messages]);
}

function findKept(windowHeight: number): DOMRect[] {
  return [...document.querySelectorAll<HTMLElement>(kept)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom, height }) => top < windowHeight && bottom > 0 && height < maxHeight);
}

/** Returns the height in px that the bottom bar covers. */
function barHeight(windowHeight: number): number {
  const bars = [...document.querySelectorAll<HTMLElement>("[data-foot-bar]")]
    .filter((bar) => bar.checkVisibility({ visibilityProperty: true }))
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom }) => top < windowHeight && bottom >= windowHeight - 1);
  return Math.max(0, ...bars.map(({ top }) => windowHeight - top));
}

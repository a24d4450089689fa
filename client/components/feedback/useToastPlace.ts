import { type RefObject, useEffect } from "react";

/** Below the wide layout, which has room for toasts at the side. */
const phones = "(max-width: 47.99rem)";
/** Elements that a toast must not cover: prices, and anything to tap or type into. */
const kept = "main :is(button, a, input, select, textarea, [data-price]), [data-foot-bar]";
/** In px. Taller elements are whole cards that are links; their prices are checked separately. */
const maxHeight = 120;
/** In px: the distance from the bottom of the window, and the step between positions. */
const margin = 8;
const step = 8;
const lookEveryMs = 200;

/**
 * Keeps toasts on phones off prices, buttons and the bottom bar. Uses the lowest free position, or the one
 * just above the bar if none is free. Toasts stay there until scrolling puts such an element under them.
 */
export function useToastPlace(stack: RefObject<HTMLElement | null>, messages: readonly unknown[]): void {
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

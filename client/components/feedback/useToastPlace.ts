import { type RefObject, useEffect } from "react";

/** As the wide layout begins; beside that there is room for a toast at the side. */
const phones = "(max-width: 47.99rem)";
/** What must not lie under a toast: prices, and whatever is tapped or typed into. */
const kept = "main :is(button, a, input, select, textarea, [data-price]), [data-foot-bar]";
/** Px. A card that is a link as a whole is no button; its price counts by itself. */
const mostHeight = 120;
/** Px from the foot of the window, and from place to place. */
const least = 8;
const step = 8;
const lookEveryMs = 200;

/**
 * Keeps the toasts of a phone off prices, buttons and the bar at the foot: the lowest place of the window in
 * which nothing of that kind lies, or, where all is taken, just above the bar. Once there they stay, until the page
 * has scrolled such a thing under them.
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
      const mostFromFoot = windowHeight - height - least;
      let fromFoot = least;
      while (fromFoot < mostFromFoot && !isFree(windowHeight - fromFoot - height, windowHeight - fromFoot))
        fromFoot += step;
      box.style.bottom = `${fromFoot < mostFromFoot ? fromFoot : least + barHeight(windowHeight)}px`;
    };
    put();
    // Whatever moves: a dialog closes, somebody scrolls, a bar comes.
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
    .filter(({ top, bottom, height }) => top < windowHeight && bottom > 0 && height < mostHeight);
}

/** Px that the bar at the foot takes of the window. */
function barHeight(windowHeight: number): number {
  const bars = [...document.querySelectorAll<HTMLElement>("[data-foot-bar]")]
    .filter((bar) => bar.checkVisibility({ visibilityProperty: true }))
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom }) => top < windowHeight && bottom >= windowHeight - 1);
  return Math.max(0, ...bars.map(({ top }) => windowHeight - top));
}

import { useRef, useState, type KeyboardEvent } from "react";
import { useFocusOnMore } from "../../components/feedback/ShowMore";

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Makes a list of links a single tab stop: arrow keys or J and K move the focus, Home and End jump to the ends. Letters
 * work only while the list has the focus, so that they do not interfere with speech input.
 */
export function useRovingRows(count: number) {
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(count - 1, 0));

  const goTo = (index: number) => {
    setChosen(index);
    links.current[index]?.focus();
  };

  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = steps[event.key] ?? steps[event.key.toLowerCase()];
      const ends: Record<string, number> = { Home: 0, End: count - 1 };
      const to = step === undefined ? ends[event.key] : active + step;
      if (to === undefined) return;
      event.preventDefault();
      goTo(Math.min(Math.max(to, 0), count - 1));
    },
    linkProps: (index: number) => ({
      ref: (link: HTMLAnchorElement | null) => {
        links.current[index] = link;
      },
      tabIndex: index === active ? 0 : -1,
      onFocus: () => setChosen(index),
    }),
    expectMore: useFocusOnMore(count, goTo),
  };
}

export type RovingRows = ReturnType<typeof useRovingRows>;

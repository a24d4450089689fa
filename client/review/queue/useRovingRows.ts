import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * One stop for Tab in a list of links: arrow keys, or J and K, go from one to the next, Home and End to its ends. Letters
 * do so only while the list has the focus, so that nobody who speaks to the computer is caught by them.
 */
export function useRovingRows(count: number) {
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(count - 1, 0));

  const goTo = useCallback((index: number) => {
    setChosen(index);
    links.current[index]?.focus();
  }, []);

  // The button that asked for more may be gone with the last page: reading goes on at the first one that came.
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current === undefined || count <= before.current) return;
    goTo(before.current);
    before.current = undefined;
  }, [count, goTo]);

  return {
    /** For the list around the links. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = steps[event.key] ?? steps[event.key.toLowerCase()];
      const to =
        step !== undefined
          ? active + step
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? count - 1
              : undefined;
      if (to === undefined) return;
      event.preventDefault();
      goTo(Math.min(Math.max(to, 0), count - 1));
    },
    /** For the link of a row. */
    linkProps: (index: number) => ({
      ref: (link: HTMLAnchorElement | null) => {
        links.current[index] = link;
      },
      tabIndex: index === active ? 0 : -1,
      onFocus: () => setChosen(index),
    }),
    /** The next rows that come get the focus. */
    expectMore: () => {
      before.current = count;
    },
  };
}

export type RovingRows = ReturnType<typeof useRovingRows>;

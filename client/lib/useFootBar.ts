import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of a bar at the bottom of the window. Stores its height in `--foot-bar`, for the scroll padding. */
export function useFootBar(isShown = true): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = bar.current;
    if (!isShown || !box) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() =>
      root.style.setProperty("--foot-bar", `${box.offsetHeight + 16}px`),
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
      root.style.removeProperty("--foot-bar");
    };
  }, [isShown]);
  return bar;
}

import { useEffect, useState, type RefObject } from "react";

const desk = "(min-width: 60rem)";

/** Whether the price summary is out of view on a phone; on a desk it stays in view by itself. */
export function useIsSummaryGone(summary: RefObject<HTMLElement | null>): boolean {
  const [isGone, setGone] = useState(false);

  useEffect(() => {
    const element = summary.current;
    if (!element) return;
    const media = window.matchMedia(desk);
    let isInView = true;
    const judge = () => setGone(!isInView && !media.matches);
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? true;
      judge();
    });
    observer.observe(element);
    media.addEventListener("change", judge);
    return () => {
      observer.disconnect();
      media.removeEventListener("change", judge);
    };
  }, [summary]);

  return isGone;
}

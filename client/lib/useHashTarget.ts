import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Goes to the section that the address names (`#terms`) and gives it the focus, also on a link within the page. */
export function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!target) return;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [hash, key]);
}

/**
 * Moves the focus to the main region if the element that has it disappears, for example a Retry button after the data
 * has loaded, or a dialog whose opener is gone. Otherwise the focus would be lost, and a screen reader would start at
 * the top of the page. Returns a function that stops it.
 */
export function keepFocusInMain(): () => void {
  let focused: Element | null = null;
  const note = () => (focused = document.activeElement);
  const observer = new MutationObserver(() => {
    if (!focused || document.activeElement !== document.body) return;
    const isShown = focused.isConnected && focused.getClientRects().length > 0;
    // Has no effect while a dialog is open; the next change tries again.
    if (!isShown) document.getElementById("main")?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", note);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
  return () => {
    document.removeEventListener("focusin", note);
    observer.disconnect();
  };
}

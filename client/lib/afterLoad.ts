/** Does what can wait once the page has loaded. */
export function afterLoad(work: () => void): void {
  if (document.readyState === "complete") work();
  else window.addEventListener("load", work, { once: true });
}

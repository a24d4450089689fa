/**
 * The CSP is set by the loaded document and does not change with client-side navigation. Only this page's CSP
 * allows Razorpay's script (docs/decisions/0008). A visitor who navigated here gets a new document when
 * paying.
 */
import { paths } from "../../paths";

const storageKey = (visaRequestId: string) => `pay-after-load:${visaRequestId}`;
const thisPage = paths.visaapplicants("");

/**
 * True if this document may load the script: either it is our own, or the document was loaded for this page.
 */
export function mayLoadCheckout(checkoutUrl: string): boolean {
  if (new URL(checkoutUrl, window.location.origin).origin === window.location.origin) return true;
  const [loaded] = performance.getEntriesByType("navigation");
  // If the browser does not report it, no reload is tried; loading the script then fails with a message.
  return !loaded || new URL(loaded.name).pathname.toLowerCase().startsWith(thisPage);
}

/** Reloads the page as a document, which then continues the payment. */
export function openFreshDocument(visaRequestId: string): void {
  sessionStorage.setItem(storageKey(visaRequestId), "1");
  window.location.reload();
}

/** True once after a reload for the payment. */
export function takeIntent(visaRequestId: string): boolean {
  const isThere = sessionStorage.getItem(storageKey(visaRequestId)) !== null;
  sessionStorage.removeItem(storageKey(visaRequestId));
  return isThere;
}

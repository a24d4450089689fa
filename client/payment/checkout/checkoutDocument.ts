/**
 * The CSP of a document stays while the router goes from page to page, and only that of this page lets Razorpay's script
 * in (docs/decisions/0008). Who came here by the router gets a fresh document at the moment of paying.
 */
import { paths } from "../../paths";

const keyOf = (visaRequestId: string) => `pay-after-load:${visaRequestId}`;
const thisPage = paths.visaapplicants("");

/** Whether this document may load the script of that address: it is ours, or the document is the one for paying. */
export function mayLoadCheckout(checkoutUrl: string): boolean {
  if (new URL(checkoutUrl, window.location.origin).origin === window.location.origin) return true;
  const [loaded] = performance.getEntriesByType("navigation");
  // A browser that does not tell gets no second document, and says that the script did not load.
  return !loaded || new URL(loaded.name).pathname.toLowerCase().startsWith(thisPage);
}

/** Loads this address as a document, which then goes on with the payment. */
export function openFreshDocument(visaRequestId: string): void {
  sessionStorage.setItem(keyOf(visaRequestId), "1");
  window.location.reload();
}

/** Whether the document was loaded in order to pay; true once. */
export function takeIntent(visaRequestId: string): boolean {
  const isThere = sessionStorage.getItem(keyOf(visaRequestId)) !== null;
  sessionStorage.removeItem(keyOf(visaRequestId));
  return isThere;
}

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isSessionExpired, useSession } from "../../auth/session";
import { isOffline, offlineText } from "../../lib/online";
import { type CheckoutConstructor, type CheckoutOptions, loadCheckout } from "./loadCheckout";
import { useHasLeft } from "../../lib/hooks";
import { type CreatePaymentOrderMutation, useCreatePaymentOrderMutation } from "./operations.generated";
import { orderError, type PaymentError, paymentTexts } from "./paymentErrors";
import { findStoredPayment, forgetPayment, storePayment, useConfirmPayment } from "./useConfirmPayment";
import { paths } from "../../paths";

/** State of the payment; `overdue` means that the payment was not confirmed within two minutes. */
export type PaymentPhase = "idle" | "ordering" | "checkout" | "confirming" | "overdue";

interface PaymentState {
  phase: PaymentPhase;
  problem?: PaymentError;
}

const themeColor = "#FACC15";

interface PaymentTarget {
  visaRequestId: string;
  isPaid: boolean;
  onPaid: () => void;
  /** Called if the application was paid elsewhere while the page was open, e.g. in another tab. */
  onPaidElsewhere: () => void;
  /** Called if the displayed request may be outdated. */
  onStale: () => void;
}

/** The payment flow: order, checkout and confirmation, with retries if the confirmation is delayed. */
export function usePayment(target: PaymentTarget) {
  const { visaRequestId, onPaid, onStale } = target;
  const session = useSession();
  const [{ phase, problem }, setState] = useState<PaymentState>({ phase: "idle" });
  const hasLeft = useHasLeft();
  const prepare = usePrepareCheckout(visaRequestId, hasLeft);
  const confirm = useConfirmPayment(visaRequestId, hasLeft);

  const stop = (found: PaymentError | undefined) => setState({ phase: "idle", problem: found });

  const settle = async () => {
    const stored = findStoredPayment(visaRequestId);
    if (!stored) return;
    setState({ phase: "confirming" });
    const outcome = await confirm(stored);
    if (outcome.kind === "left") return;
    if (outcome.kind === "paid") return onPaid();
    if (outcome.kind === "overdue") return setState({ phase: "overdue" });
    onStale();
    stop(outcome.problem);
  };

  const resume = useEffectEvent(async () => {
    const wasToPay = takeIntent(visaRequestId);
    return wasToPay && !findStoredPayment(visaRequestId) ? pay() : settle();
  });

  useEffect(() => {
    // Resumes a confirmation after a reload. A repeated confirmation gets the same response.
    void resume();
  }, [visaRequestId]);

  usePaidElsewhere(target, phase);

  const pay = async () => {
    if (phase !== "idle") return;
    if (isOffline()) return stop({ text: offlineText });
    setState({ phase: "ordering" });
    try {
      const prepared = await prepare();
      if (prepared.kind === "reloading") return;
      if (prepared.kind === "refused") onStale();
      if (prepared.kind !== "ready") return stop(prepared.problem);
      setState({ phase: "checkout" });
      openCheckout(prepared.Razorpay, prepared.order, {
        prefill: { contact: session?.mobile ?? "", email: session?.email ?? "" },
        onPaid: (payment) => {
          storePayment(visaRequestId, payment);
          void settle();
        },
        onClosed: (failure) => {
          stop(failure);
          // Reloads the request, because the payment may have succeeded: the gateway reports it only to the server.
          for (const delay of [0, 4_000, 12_000])
            setTimeout(() => hasLeft() || isSessionExpired() || onStale(), delay);
        },
      });
    } catch (error) {
      stop(orderError(error));
    }
  };

  return { phase, problem, pay, checkAgain: settle };
}

/** Reports a payment that was made elsewhere, unless a payment is in progress on this page. */
function usePaidElsewhere(
  { visaRequestId, isPaid, onPaidElsewhere }: PaymentTarget,
  phase: PaymentPhase,
): void {
  const leadOn = useEffectEvent(() => {
    forgetPayment(visaRequestId);
    onPaidElsewhere();
  });
  const wasToPay = useRef(!isPaid);
  useEffect(() => {
    // Waits until an open checkout is closed, because it would cover the next page. A confirmation opens that page
    // itself.
    const isSettling = phase !== "idle" && phase !== "overdue";
    if (!isPaid || isSettling || !wasToPay.current) return;
    wasToPay.current = false;
    leadOn();
  }, [isPaid, phase]);
}

type Order = NonNullable<CreatePaymentOrderMutation["createPaymentOrder"]["order"]>;

/** The result of preparing the checkout; `refused` means that the server rejected the order. */
type Preparation =
  | { kind: "ready"; order: Order; Razorpay: CheckoutConstructor }
  | { kind: "refused" | "failed"; problem?: PaymentError }
  | { kind: "reloading" };

/** Creates the order and loads the checkout's script. Fails without a message if the traveller has left the page. */
function usePrepareCheckout(visaRequestId: string, hasLeft: () => boolean) {
  const [createOrder] = useCreatePaymentOrderMutation();
  return async (): Promise<Preparation> => {
    const { data } = await createOrder({ variables: { input: { visaRequestId } } });
    if (hasLeft()) return { kind: "failed" };
    const { order, userErrors } = data?.createPaymentOrder ?? {};
    const [refusal] = userErrors ?? [];
    if (refusal) return { kind: "refused", problem: { text: paymentTexts.failed, detail: refusal.message } };
    if (!order) return { kind: "failed", problem: { text: paymentTexts.noResponse } };
    if (!mayLoadCheckout(order.checkoutUrl)) {
      openFreshDocument(visaRequestId);
      return { kind: "reloading" };
    }
    const Razorpay = await loadCheckout(order.checkoutUrl).catch(() => undefined);
    if (hasLeft()) return { kind: "failed" };
    if (!Razorpay) return { kind: "failed", problem: { text: paymentTexts.noScript } };
    return { kind: "ready", order, Razorpay };
  };
}

interface CheckoutUse {
  prefill: CheckoutOptions["prefill"];
  onPaid: CheckoutOptions["handler"];
  onClosed: (failure: PaymentError | undefined) => void;
}

/** Opens the checkout, which stays open after a failed attempt. `onClosed` receives the last failure. */
function openCheckout(
  Razorpay: CheckoutConstructor,
  { razorpayKey: key, amount, currency, name, description, orderId }: Order,
  { prefill, onPaid, onClosed }: CheckoutUse,
): void {
  let failure: PaymentError | undefined;
  const checkout = new Razorpay({
    key,
    amount,
    currency,
    name,
    description,
    order_id: orderId,
    prefill,
    theme: { color: themeColor },
    handler: onPaid,
    modal: { ondismiss: () => onClosed(failure) },
  });
  checkout.on("payment.failed", ({ error }) => {
    failure = { text: paymentTexts.failed, detail: error?.description };
  });
  checkout.open();
}

const storageKey = (visaRequestId: string) => `pay-after-load:${visaRequestId}`;
const thisPage = paths.visaapplicants("");

/**
 * True if this document may load the checkout's script: the script is ours, or the document was loaded for this page.
 * Only this page's CSP allows Razorpay's script (docs/decisions/0008), and client-side navigation does not change the
 * CSP. A visitor who navigated here gets a new document when paying.
 */
function mayLoadCheckout(checkoutUrl: string): boolean {
  if (new URL(checkoutUrl, window.location.origin).origin === window.location.origin) return true;
  const [loaded] = performance.getEntriesByType("navigation");
  // If the browser does not report the loaded page, tries without a reload; a blocked script then shows an error.
  return !loaded || new URL(loaded.name).pathname.toLowerCase().startsWith(thisPage);
}

/** Loads the page from the server; the new document continues the payment. */
function openFreshDocument(visaRequestId: string): void {
  sessionStorage.setItem(storageKey(visaRequestId), "1");
  window.location.reload();
}

/** Returns true once after a reload by `openFreshDocument`. */
function takeIntent(visaRequestId: string): boolean {
  const isThere = sessionStorage.getItem(storageKey(visaRequestId)) !== null;
  sessionStorage.removeItem(storageKey(visaRequestId));
  return isThere;
}

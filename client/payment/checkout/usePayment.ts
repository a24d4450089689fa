import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSession } from "../../auth/session";
import { isOffline, offlineText } from "../../lib/online";
import { type CheckoutConstructor, type CheckoutOptions, loadCheckout } from "./loadCheckout";
import { useHasLeft } from "../../lib/hooks";
import { type CreatePaymentOrderMutation, useCreatePaymentOrderMutation } from "./operations.generated";
import { orderError, type PaymentError, paymentTexts } from "./paymentErrors";
import { findStoredPayment, forgetPayment, storePayment, useConfirmPayment } from "./useConfirmPayment";
import { paths } from "../../paths";

/** State of the payment. `overdue`: no response from the provider for two minutes. */
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
  /** Called if it was paid elsewhere while the page was open: in another tab, or at the bank. */
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
    // Resumes a confirmation after a reload; confirming twice gives the same response.
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
          // The payment may have succeeded anyway: the webhook notifies the server, not this page.
          for (const delay of [0, 4_000, 12_000]) setTimeout(() => hasLeft() || onStale(), delay);
        },
      });
    } catch (error) {
      stop(orderError(error));
    }
  };

  return { phase, problem, pay, checkAgain: settle };
}

/** Reports a payment that was made elsewhere, but not in the middle of one on this page. */
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
    // Waits for an open checkout, which would cover the next page. A running confirmation navigates itself.
    const isSettling = phase !== "idle" && phase !== "overdue";
    if (!isPaid || isSettling || !wasToPay.current) return;
    wasToPay.current = false;
    leadOn();
  }, [isPaid, phase]);
}

type Order = NonNullable<CreatePaymentOrderMutation["createPaymentOrder"]["order"]>;

/** `refused`: by the server, whose request may have changed. */
type Preparation =
  | { kind: "ready"; order: Order; Razorpay: CheckoutConstructor }
  | { kind: "refused" | "failed"; problem?: PaymentError }
  | { kind: "reloading" };

/** Creates the order and loads the script of the checkout. Fails without a problem if the traveller has left. */
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

/** It stays open for another attempt after a failed one; the bank's error is shown when it is closed. */
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
 * True if this document may load the script: it is ours, or the document was loaded for this page. The CSP is
 * set by the loaded document and does not change with client-side navigation. Only this page's CSP allows
 * Razorpay's script (docs/decisions/0008). A visitor who navigated here gets a new document when paying.
 */
function mayLoadCheckout(checkoutUrl: string): boolean {
  if (new URL(checkoutUrl, window.location.origin).origin === window.location.origin) return true;
  const [loaded] = performance.getEntriesByType("navigation");
  // If the browser does not report it, no reload is tried; loading the script then fails with a message.
  return !loaded || new URL(loaded.name).pathname.toLowerCase().startsWith(thisPage);
}

/** Loads the page from the server; the new document continues the payment. */
function openFreshDocument(visaRequestId: string): void {
  sessionStorage.setItem(storageKey(visaRequestId), "1");
  window.location.reload();
}

/** True once after a reload for the payment. */
function takeIntent(visaRequestId: string): boolean {
  const isThere = sessionStorage.getItem(storageKey(visaRequestId)) !== null;
  sessionStorage.removeItem(storageKey(visaRequestId));
  return isThere;
}

export interface CheckoutResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** The options of `checkout.js` that we use, with Razorpay's names. */
export interface CheckoutOptions {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { contact: string; email: string };
  theme: { color: string };
  handler: (response: CheckoutResponse) => void;
  modal: { ondismiss: () => void };
}

export interface Checkout {
  open: () => void;
  on: (event: "payment.failed", listener: (response: { error?: { description?: string } }) => void) => void;
}

export type CheckoutConstructor = new (options: CheckoutOptions) => Checkout;

const constructorOnPage = () => (window as { Razorpay?: CheckoutConstructor }).Razorpay;

/** Loads Razorpay's `checkout.js` once. Rejects if it fails to load; a later call tries again. */
export function loadCheckout(url: string): Promise<CheckoutConstructor> {
  const present = constructorOnPage();
  if (present) return Promise.resolve(present);
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      script.remove();
      reject(new Error("checkout.js did not load"));
    };
    script.src = url;
    script.onerror = fail;
    script.onload = () => {
      const loaded = constructorOnPage();
      if (loaded) resolve(loaded);
      else fail();
    };
    document.head.append(script);
  });
}

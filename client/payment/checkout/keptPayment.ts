import type { CheckoutAnswer } from "./loadCheckout";

/** What the checkout handed over, kept for this tab until the server has confirmed it: a reload must not lose it. */
const keyOf = (visaRequestId: string) => `payment:${visaRequestId}`;

export function keepPayment(visaRequestId: string, answer: CheckoutAnswer): void {
  sessionStorage.setItem(keyOf(visaRequestId), JSON.stringify(answer));
}

export function findKeptPayment(visaRequestId: string): CheckoutAnswer | undefined {
  try {
    const answer = JSON.parse(
      sessionStorage.getItem(keyOf(visaRequestId)) ?? "null",
    ) as CheckoutAnswer | null;
    return answer?.razorpay_payment_id ? answer : undefined;
  } catch {
    return undefined;
  }
}

export function forgetPayment(visaRequestId: string): void {
  sessionStorage.removeItem(keyOf(visaRequestId));
}

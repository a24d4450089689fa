import { useApolloClient } from "@apollo/client/react";
import { isSessionExpired } from "../../auth/session";
import { errorMessage } from "../../lib/errorMessage";
import { readStored } from "../../lib/tabStorage";
import type { CheckoutResponse } from "./loadCheckout";
import { PaymentStateDocument, useConfirmPaymentMutation } from "./operations.generated";
import { isStillOpen, mayConfirmAgain, type PaymentError, paymentTexts } from "./paymentErrors";

/** The outcome of a confirmation; `left` means that the traveller went to another page. */
export type ConfirmOutcome =
  | { kind: "paid" }
  | { kind: "refused"; problem: PaymentError }
  | { kind: "overdue" }
  | { kind: "left" };

const firstPauseMs = 2_000;
const pauseMs = 5_000;
const patienceMs = 2 * 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Confirms a payment. If the call fails or its outcome is still open, retries for two minutes. */
export function useConfirmPayment(visaRequestId: string, hasLeft: () => boolean) {
  const client = useApolloClient();
  const [confirmPayment] = useConfirmPaymentMutation();

  /** Makes one attempt. Returns undefined if the outcome is still open. */
  const tryOnce = async (response: CheckoutResponse): Promise<ConfirmOutcome | undefined> => {
    try {
      const { data } = await confirmPayment({
        variables: {
          input: {
            visaRequestId,
            razorpayOrderId: response.razorpay_order_id,
            razorpayPaymentId: response.razorpay_payment_id,
            razorpaySignature: response.razorpay_signature,
          },
        },
      });
      const { visaRequest, userErrors = [] } = data?.confirmPayment ?? {};
      if (visaRequest?.paymentStatus === "PAID") return { kind: "paid" };
      if (isStillOpen(userErrors)) return undefined;
      return { kind: "refused", problem: { text: paymentTexts.failed, detail: userErrors[0]?.message } };
    } catch (error) {
      if (mayConfirmAgain(error)) return undefined;
      return { kind: "refused", problem: { text: paymentTexts.failed, detail: errorMessage(error) } };
    }
  };

  /** Returns whether the application is paid already, e.g. because a gateway webhook reported the payment. */
  const isPaidAlready = async (): Promise<boolean> => {
    if (isSessionExpired()) return false;
    try {
      const { data } = await client.query({
        query: PaymentStateDocument,
        variables: { visaRequestId },
        fetchPolicy: "network-only",
      });
      return data?.visaRequest?.paymentStatus === "PAID";
    } catch {
      return false;
    }
  };

  return async (response: CheckoutResponse): Promise<ConfirmOutcome> => {
    const start = Date.now();
    for (let tries = 0; ; tries += 1) {
      // Retries wait while the session has expired, because each would open the login that the traveller dismissed.
      const outcome = tries > 0 && isSessionExpired() ? undefined : await tryOnce(response);
      if (outcome) forgetPayment(visaRequestId);
      if (hasLeft()) return { kind: "left" };
      if (outcome) return outcome;
      if (await isPaidAlready()) {
        forgetPayment(visaRequestId);
        return hasLeft() ? { kind: "left" } : { kind: "paid" };
      }
      if (Date.now() - start > patienceMs) return { kind: "overdue" };
      await pause(tries === 0 ? firstPauseMs : pauseMs);
      if (hasLeft()) return { kind: "left" };
    }
  };
}

/** The checkout's result, stored for this tab until the server has confirmed it. */
const storageKey = (visaRequestId: string) => `payment:${visaRequestId}`;

export function storePayment(visaRequestId: string, response: CheckoutResponse): void {
  sessionStorage.setItem(storageKey(visaRequestId), JSON.stringify(response));
}

export function findStoredPayment(visaRequestId: string): CheckoutResponse | undefined {
  const response = readStored<CheckoutResponse>(storageKey(visaRequestId));
  return response?.razorpay_payment_id ? response : undefined;
}

export function forgetPayment(visaRequestId: string): void {
  sessionStorage.removeItem(storageKey(visaRequestId));
}

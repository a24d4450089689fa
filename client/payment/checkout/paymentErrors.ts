import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { TransportError } from "../../transport/TransportError";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import type { UserError } from "../../schemaTypes.generated";

/** What went wrong with a payment: the fixed words, and what the server or the bank added. */
export interface PaymentError {
  text: string;
  detail?: string;
}

/** Fixed texts: they do not change. */
export const paymentTexts = {
  noScript: "Razorpay SDK failed to load. Are you online?",
  noResponse: "Server error. Are you online?",
  failed: "Payment failed. Please try again",
};

/** A problem for an order call that failed; undefined where the login dialog says it already. */
export function orderError(error: unknown): PaymentError | undefined {
  if (errorCode(error) === "UNAUTHENTICATED") return undefined;
  const hasResponse =
    CombinedGraphQLErrors.is(error) || (error instanceof TransportError && (error.status ?? 0) >= 400);
  if (!hasResponse) return { text: paymentTexts.noResponse };
  return { text: paymentTexts.failed, detail: errorMessage(error) };
}

/** Codes that leave it open whether the money came: the payment is asked about again, and nobody pays twice. */
const openCodes = ["PROVIDER_UNAVAILABLE", "PAYMENT_NOT_CAPTURED"];

/** Whether the server's response to a confirmation is not the last word. */
export function isStillOpen(userErrors: readonly Pick<UserError, "code">[]): boolean {
  return userErrors.length === 0 || userErrors.some(({ code }) => openCodes.includes(code));
}

/** Whether a confirmation call that failed may be made again: all but those that the server refuses for good. */
export function mayConfirmAgain(error: unknown): boolean {
  return !["NOT_FOUND", "FORBIDDEN", "BAD_USER_INPUT"].includes(errorCode(error) ?? "");
}

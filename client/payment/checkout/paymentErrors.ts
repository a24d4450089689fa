import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { TransportError } from "../../transport/sendJson";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import type { UserError } from "../../schemaTypes.generated";

/** A payment error: a fixed text, and details from the server or the bank. */
export interface PaymentError {
  text: string;
  detail?: string;
}

/** The specification fixes these texts, so do not change them. */
export const paymentTexts = {
  noScript: "Razorpay SDK failed to load. Are you online?",
  noResponse: "Server error. Are you online?",
  failed: "Payment failed. Please try again",
};

/** Returns the error of a failed order call; undefined if the login dialog reports the error. */
export function orderError(error: unknown): PaymentError | undefined {
  if (errorCode(error) === "UNAUTHENTICATED") return undefined;
  const hasResponse =
    CombinedGraphQLErrors.is(error) || (error instanceof TransportError && (error.status ?? 0) >= 400);
  if (!hasResponse) return { text: paymentTexts.noResponse };
  return { text: paymentTexts.failed, detail: errorMessage(error) };
}

/** Codes after which the payment may still succeed. The status is then polled, so that no one pays twice. */
const openCodes = ["PROVIDER_UNAVAILABLE", "PAYMENT_NOT_CAPTURED"];

/** True if the confirmation's outcome is still open. */
export function isStillOpen(userErrors: readonly Pick<UserError, "code">[]): boolean {
  return userErrors.length === 0 || userErrors.some(({ code }) => openCodes.includes(code));
}

export function mayConfirmAgain(error: unknown): boolean {
  return !["NOT_FOUND", "FORBIDDEN", "BAD_USER_INPUT"].includes(errorCode(error) ?? "");
}

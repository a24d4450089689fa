/**
 * `npm run refund -- <paymentId> [reason]`: refunds a payment that could not be applied (docs/operations.md).
 * The server may be running. Idempotent: a payment is refunded once.
 */
import { formatPaise } from "../../core/money.rules";
import "reflect-metadata";
import { runWithServices } from "./runWithServices";

const stateTexts = {
  DUE: "The payment provider did not respond. The running server retries automatically.",
  REQUESTED:
    "The payment provider has accepted it; the bank needs some days. The server checks again by itself.",
  DONE: "The money has been refunded.",
  FAILED: "The payment provider refuses. Check the payment in its dashboard, then run this again.",
};

runWithServices("Usage: npm run refund -- <paymentId> [reason]", ([paymentId, ...reason]) => {
  if (!paymentId || paymentId.startsWith("-")) return undefined;
  return async ({ refunds }) => {
    const refund = await refunds.refund(paymentId, reason.join(" ") || "by an operator");
    const { state, amount, razorpayRefundId, lastError } = refund;
    if (state === "FAILED") process.exitCode = 1;
    return [`${state}: ${stateTexts[state]}`, formatPaise(amount), razorpayRefundId, lastError]
      .filter(Boolean)
      .join("\n");
  };
});

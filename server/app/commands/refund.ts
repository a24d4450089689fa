/**
 * `npm run refund -- <paymentId> [reason]`: refunds a payment that could not be applied (docs/operations.md).
 * The server may be running. Idempotent: a payment is refunded once.
 */
import { formatPaise } from "../../core/money.rules";
import { alreadyReturned, inDispute } from "../../modules/payment/refund/returnedMoney.rules";
import "reflect-metadata";
import { runWithServices } from "./runWithServices";

const stateTexts = {
  DUE: "The payment provider did not respond. The running server retries automatically.",
  REQUESTED:
    "The payment provider has accepted it; the bank needs some days. The server checks again by itself.",
  DONE: "The money has been refunded.",
  FAILED: "The payment provider refuses. Check the payment in its dashboard, then run this again.",
};

/** The texts for errors that say more than the state. */
const errorTexts: Record<string, string> = {
  [inDispute]:
    "The payer has disputed the payment. Once the bank has decided, the running server refunds what is left.",
  [alreadyReturned]: "Nothing is left to refund: the payer already has the money.",
};

runWithServices("Usage: npm run refund -- <paymentId> [reason]", ([paymentId, ...reason]) => {
  if (!paymentId || paymentId.startsWith("-")) return undefined;
  return async ({ refunds }) => {
    const refund = await refunds.refund(paymentId, reason.join(" ") || "by an operator");
    const { state, amount, razorpayRefundId, lastError } = refund;
    const errorText = lastError === null ? undefined : errorTexts[lastError];
    const isReturned = lastError === alreadyReturned;
    if (state === "FAILED" && !isReturned) process.exitCode = 1;
    const result = errorText ? `${lastError}: ${errorText}` : `${state}: ${stateTexts[state]}`;
    return [result, isReturned ? null : formatPaise(amount), razorpayRefundId, errorText ? null : lastError]
      .filter(Boolean)
      .join("\n");
  };
});

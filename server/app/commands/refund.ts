/**
 * `npm run refund -- <paymentId> [reason]`: refunds a payment that could not be applied (docs/operations.md).
 * The server may be running. Idempotent: a payment is refunded once.
 */
import { formatPaise } from "../../core/money.rules";
import "reflect-metadata";
import { readConfig } from "../config";
import { makeLog } from "../../platform/process/log";
import { openServices } from "../services";
import { runCommand } from "./runCommand";

const stateTexts = {
  DUE: "The payment provider did not answer. The running server tries again by itself.",
  REQUESTED:
    "The payment provider has accepted it; the bank needs some days. The server checks again by itself.",
  DONE: "The money has been refunded.",
  FAILED: "The payment provider refuses. Check the payment in its dashboard, then run this again.",
};

runCommand(async () => {
  const [paymentId, ...reason] = process.argv.slice(2);
  if (!paymentId) {
    console.error("Usage: npm run refund -- <paymentId> [reason]");
    process.exitCode = 2;
    return;
  }
  const config = readConfig();
  const services = await openServices(config, makeLog("error"));
  try {
    const refund = await services.refunds.refund(paymentId, reason.join(" ") || "by an operator");
    const { state, amount, razorpayRefundId, lastError } = refund;
    console.log(
      [`${state}: ${stateTexts[state]}`, formatPaise(amount), razorpayRefundId, lastError]
        .filter(Boolean)
        .join("\n"),
    );
    if (state === "FAILED") process.exitCode = 1;
  } finally {
    await services.close();
  }
});

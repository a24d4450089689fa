/**
 * `npm run refund -- <paymentId> [reason]`: returns money that could not be honoured (docs/operations.md). The server
 * may be running. Safe to repeat: the same payment is returned once.
 */
import "reflect-metadata";
import { readConfig } from "../config";
import { BadSetting, DomainError } from "../errors";
import { makeLog } from "../log";
import { openServices } from "../services";

const words = {
  DUE: "The payment provider did not answer. The running server tries again by itself.",
  REQUESTED:
    "The payment provider has taken it on; the bank needs some days. The server asks again by itself.",
  DONE: "The money is returned.",
  FAILED: "The payment provider refuses. Look at the payment in its dashboard, then call again.",
};

async function main([paymentId, ...reason]: string[]): Promise<number> {
  if (!paymentId) {
    console.error("Usage: npm run refund -- <paymentId> [reason]");
    return 2;
  }
  const config = readConfig();
  const services = await openServices(config, makeLog("error"));
  try {
    const refund = await patiently(() =>
      services.refunds.refund(paymentId, reason.join(" ") || "by an operator"),
    );
    const { state, amount, razorpayRefundId, lastError } = refund;
    console.log(
      [`${state}: ${words[state]}`, `INR ${amount / 100}`, razorpayRefundId, lastError]
        .filter(Boolean)
        .join("\n"),
    );
    return state === "FAILED" ? 1 : 0;
  } finally {
    await services.close();
  }
}

/** Again where the running server had the database just then; the refund's key makes that harmless. */
async function patiently<T>(work: () => Promise<T>, tries = 10): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isBusy = error instanceof Error && error.message.includes("SQLITE_BUSY");
    if (!isBusy || tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return patiently(work, tries - 1);
  }
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const isPlain = error instanceof BadSetting || error instanceof DomainError;
    console.error(isPlain ? error.message : error);
    process.exitCode = 1;
  },
);

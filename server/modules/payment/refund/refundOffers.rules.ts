/** Refund offers and the progress of refunds. Pure. Payments and refunds in paise, offers in rupees. */
import { toRupees } from "../../../core/money.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { PaymentEntity } from "../payment.entity";
import type { RefundEntity } from "./refund.entity";
import { mayWithdraw, refundAmount, refundReasons, refundRule } from "./refund.rules";
import { alreadyReturned, smallestRefund } from "./returnedMoney.rules";

/** The payments of a request and all their refunds, each oldest first. */
export interface Ledger {
  payments: readonly PaymentEntity[];
  refunds: readonly RefundEntity[];
}

/** Returns the amount of a payment that remains after disputes and refunds, including refunds in progress. */
export function amountLeft(
  { razorpayPaymentId, amount, amountDeducted }: PaymentEntity,
  refunds: readonly RefundEntity[],
): number {
  return Math.max(0, amount - amountDeducted - sumAmounts(liveRefunds(razorpayPaymentId, refunds)));
}

/** Returns the payment that paid for the request; undefined if none did. */
export function findPaying(
  { paymentGatewayNo }: VisaRequestEntity,
  { payments }: Ledger,
): PaymentEntity | undefined {
  return payments.find(({ razorpayPaymentId }) => razorpayPaymentId === paymentGatewayNo);
}

/**
 * Returns the refund that a withdrawal would give now, or the amount still owed if a refund is already due; undefined
 * if nothing was paid.
 */
export function refundOffer(request: VisaRequestEntity, ledger: Ledger) {
  const { payments, refunds } = ledger;
  if (payments.length === 0) return undefined;
  const { share, text } = refundRule("TRAVELLER_WITHDREW", request);
  if (request.paymentStatus === "REFUND_DUE") {
    const owed = payments.filter(({ outcome }) => outcome === "REFUND_DUE");
    const done = refunds.filter(({ state }) => state === "DONE");
    const amount = owed.reduce((sum, payment) => sum + amountLeft(payment, done), 0);
    return { amount: toRupees(amount), text, canWithdraw: false };
  }
  const paying = findPaying(request, ledger);
  const left = paying ? amountLeft(paying, refunds) : 0;
  const isReturnable = paying !== undefined && left >= smallestRefund;
  const amount = isReturnable ? refundAmount(share, request, toRupees(paying.amount - left)) : 0;
  return { amount, text, canWithdraw: mayWithdraw(request) && amount > 0 };
}

/** Returns what staff can refund for each reason; empty if a refund is already decided on or nothing is left. */
export function reasonOffers(request: VisaRequestEntity, ledger: Ledger) {
  const paying = findPaying(request, ledger);
  if (!paying || paying.outcome === "REFUNDED") return [];
  const isDecided = liveRefunds(paying.razorpayPaymentId, ledger.refunds).some(
    ({ origin }) => origin === "OURS",
  );
  const left = amountLeft(paying, ledger.refunds);
  if (isDecided || left < smallestRefund) return [];
  return refundReasons.map((reason) => {
    const { share, text } = refundRule(reason, request);
    return { reason, amount: refundAmount(share, request, toRupees(paying.amount - left)), text };
  });
}

export interface RefundProgress {
  amount: number;
  state: "UNDER_WAY" | "DONE" | "FAILED";
  createdAt: string;
  doneAt: string | null;
}

interface RefundPart extends RefundProgress {
  origin: RefundEntity["origin"];
}

/** Returns the combined state of all refunds of a request; undefined if there are none. */
export function refundProgress(ledger: Ledger): (RefundProgress & { amountAtGateway: number }) | undefined {
  const parts = ledger.payments.flatMap((payment) => toParts(payment, ledger.refunds));
  if (parts.length === 0) return undefined;
  const states = parts.map(({ state }) => state);
  const state = states.includes("FAILED") ? "FAILED" : states.includes("UNDER_WAY") ? "UNDER_WAY" : "DONE";
  const latest = (moments: (string | null)[]) => moments.sort().at(-1) ?? null;
  return {
    amount: toRupees(sumAmounts(parts)),
    amountAtGateway: toRupees(sumAmounts(parts.filter(({ origin }) => origin === "GATEWAY"))),
    state,
    createdAt: latest(parts.map(({ createdAt }) => createdAt))!,
    doneAt: state === "DONE" ? latest(parts.map(({ doneAt }) => doneAt)) : null,
  };
}

/** Returns the refunds of one payment, including a failed one that is still owed. */
function toParts(payment: PaymentEntity, refunds: readonly RefundEntity[]): RefundPart[] {
  const live = liveRefunds(payment.razorpayPaymentId, refunds);
  const parts = live.map(({ amount, origin, state, createdAt, doneAt }): RefundPart => ({
    amount,
    origin,
    state: state === "DONE" ? "DONE" : "UNDER_WAY",
    createdAt,
    doneAt,
  }));
  const failed = findOwed(payment, refunds);
  const left = amountLeft(payment, refunds);
  if (payment.outcome === "REFUND_DUE" && left > 0) {
    const { createdAt } = failed ?? payment;
    const state = failed ? "FAILED" : "UNDER_WAY";
    parts.push({ amount: left, origin: "OURS", state, createdAt, doneAt: null });
  } else if (failed && left > 0) {
    const { origin, createdAt } = failed;
    parts.push({ amount: Math.min(failed.amount, left), origin, state: "FAILED", createdAt, doneAt: null });
  }
  return parts;
}

/**
 * Returns our latest refund of the payment if it failed and the payer is still owed the money, because nothing replaced
 * it. Equals `failedRefundsSql` in refund.reads.ts.
 */
function findOwed(
  { razorpayPaymentId, outcome }: PaymentEntity,
  refunds: readonly RefundEntity[],
): RefundEntity | undefined {
  const last = refunds.findLast(
    (refund) =>
      refund.razorpayPaymentId === razorpayPaymentId &&
      (refund.origin === "OURS" || refund.state !== "FAILED"),
  );
  const isOwed = last?.state === "FAILED" && last.lastError !== alreadyReturned && outcome !== "REFUNDED";
  return isOwed ? last : undefined;
}

function liveRefunds(paymentId: string, refunds: readonly RefundEntity[]): RefundEntity[] {
  return refunds.filter(
    ({ razorpayPaymentId, state }) => razorpayPaymentId === paymentId && state !== "FAILED",
  );
}

export function sumAmounts(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

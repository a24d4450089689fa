/** The refund rules (docs/life-of-a-request.md). Pure. Whole rupees. */
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaRequestStatus } from "../../visaRequest/visaRequest.rules";

export const refundReasons = ["TRAVELLER_WITHDREW", "OUR_MISTAKE", "GOODWILL"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** FEE is our service fee with its GST. */
type RefundShare = "ALL" | "FEE" | "NOTHING";

interface RefundRule {
  share: RefundShare;
  /** The explanation for the traveller. */
  text: string;
}

const withdrawn: RefundRule = {
  share: "ALL",
  text: "You can withdraw until our staff begin the review, and everything you paid is refunded.",
};
const tooLate: RefundRule = {
  share: "NOTHING",
  text: "Once our staff have begun the review, neither the visa fee nor our fee is refunded.",
};
const ourMistake: RefundRule = {
  share: "ALL",
  text: "If we made a mistake, everything you paid is refunded, however far the application has got.",
};
const goodwill: RefundRule = {
  share: "FEE",
  text: "As a courtesy, our service fee and its GST are refunded, but not the visa fee.",
};
const notPaid: RefundRule = { share: "NOTHING", text: "Nothing was paid, so there is nothing to refund." };
const due: RefundRule = {
  share: "ALL",
  text: "We are not keeping this money: all of it is being refunded to you.",
};
const alreadyRefunded: RefundRule = {
  share: "NOTHING",
  text: "Everything you paid has already been refunded.",
};

/** The rules for a PAID application, by reason and status. A missing reason is a compile error. */
const rulesOfPaid: Readonly<Record<RefundReason, (status: VisaRequestStatus) => RefundRule>> = {
  TRAVELLER_WITHDREW: (status) => (status === "SUBMITTED" ? withdrawn : tooLate),
  OUR_MISTAKE: () => ourMistake,
  GOODWILL: () => goodwill,
};

export type RefundState = Pick<VisaRequestEntity, "visaRequestStatus" | "paymentStatus">;

export function refundRule(
  reason: RefundReason,
  { visaRequestStatus, paymentStatus }: RefundState,
): RefundRule {
  switch (paymentStatus) {
    case "PENDING":
      return notPaid;
    case "PAID":
      return rulesOfPaid[reason](visaRequestStatus);
    case "REFUND_DUE":
      return due;
    case "REFUNDED":
      return alreadyRefunded;
  }
}

/** Returns the amount to refund for a share, limited to the part of the price that is not refunded yet. */
export function refundAmount(
  share: RefundShare,
  { serviceFee, gst, totalPrice }: Pick<VisaRequestEntity, "serviceFee" | "gst" | "totalPrice">,
  refunded = 0,
): number {
  const amounts: Record<RefundShare, number> = { ALL: totalPrice, FEE: serviceFee + gst, NOTHING: 0 };
  return Math.max(0, Math.min(amounts[share], totalPrice - refunded));
}

export function mayWithdraw(state: RefundState): boolean {
  return state.paymentStatus === "PAID" && refundRule("TRAVELLER_WITHDREW", state).share === "ALL";
}

export const noteForException = "Explain why the exception is made";

/** True if staff have to explain the refund in a note: it is an exception that travellers are not entitled to. */
export function needsNote(reason: RefundReason): boolean {
  return reason !== "TRAVELLER_WITHDREW";
}

/** The rule that travellers see before they pay. */
export const withdrawalText = withdrawn.text;

/**
 * The public table of refunds, most relevant case first: `rulesOfPaid` without GOODWILL, and payments that we cannot
 * use.
 */
export const publicRefundTable = [
  { when: "You withdraw before our staff begin the review", refunded: "Everything you paid" },
  { when: "You withdraw once the review has begun, or the visa is refused", refunded: "Nothing" },
  { when: "We made a mistake", refunded: "Everything you paid, however far the application has got" },
  {
    when: "You paid twice, or we could not use the money for the application",
    refunded: "All of that money",
  },
] as const;

/** The time that banks take after the gateway has made the refund. */
export const bankDaysText = "Banks take another 5 to 7 working days to credit your account.";

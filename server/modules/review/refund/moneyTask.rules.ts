/** Texts about money moved outside the portal, and the effect of closing a task. Pure. Amounts are in paise. */
import { formatPaise } from "../../../core/money.rules";
import type { MoneyDecision, MoneyTaskEntity } from "../../payment/refund/refund.entity";
import type { RefundState } from "../../payment/refund/refund.rules";

export interface TaskFacts {
  kind: MoneyTaskEntity["kind"];
  request: RefundState;
  /** The amount of the payment, and the part that we still have. */
  cameIn: number;
  kept: number;
  /** Returned in the gateway's dashboard. */
  returnedThere: number;
  /** The amount that banks deducted, and the amount that is still in dispute. */
  deducted: number;
  disputed: number;
}

/** True if all of the money was returned before the review, so that staff have to cancel the application. */
export function isRefundedUnreviewed({ visaRequestStatus, paymentStatus }: RefundState): boolean {
  return visaRequestStatus === "SUBMITTED" && paymentStatus === "REFUNDED";
}

export function decisionFor(request: RefundState): MoneyDecision {
  return isRefundedUnreviewed(request) ? "CANCEL" : "KEEP";
}

export function taskText(facts: TaskFacts): string {
  return `${whatHappened(facts)} ${whatToDo(facts)}`;
}

function whatHappened({ kind, returnedThere, deducted, disputed }: TaskFacts): string {
  if (kind === "RETURNED_AT_GATEWAY")
    return `${formatPaise(returnedThere)} was refunded in Razorpay's dashboard, not from here.`;
  const lost = deducted > 0 ? [`A bank took back ${formatPaise(deducted)} after a dispute.`] : [];
  const open =
    disputed > 0
      ? [`The payer disputes ${formatPaise(disputed)} at their bank: answer it in Razorpay's dashboard.`]
      : [];
  return [...lost, ...open].join(" ");
}

function whatToDo({ request, cameIn, kept }: TaskFacts): string {
  if (kept < 0) return `${formatPaise(-kept)} more was refunded than paid: claim it from Razorpay.`;
  if (isRefundedUnreviewed(request)) return "All of the money was returned: cancel the application.";
  if (request.visaRequestStatus === "CANCELLED") return "The application is already cancelled.";
  if (kept === 0) return "All of the money was returned: decide whether the application continues.";
  return `${formatPaise(kept)} of ${formatPaise(cameIn)} is ours: decide whether the application continues, or refund the rest.`;
}

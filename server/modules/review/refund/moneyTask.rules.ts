/** What staff read of money that moved without us, and what closing it does. Pure. Amounts in paise. */
import { formatInr } from "../../catalogue/price.rules";
import type { MoneyDecision, MoneyTaskEntity } from "../../payment/refund/moneyTask.entity";
import type { RefundState } from "../../payment/refund/refund.rules";

export interface TaskFacts {
  kind: MoneyTaskEntity["kind"];
  request: RefundState;
  /** What came in by the payment, and what of it is ours still. */
  cameIn: number;
  kept: number;
  /** What the gateway's own desk returned. */
  returnedThere: number;
  /** What banks took back, and what a bank has yet to decide on. */
  deducted: number;
  disputed: number;
}

/** Where nothing is left and nobody has begun there is nothing to keep it for. */
export function decisionFor({ visaRequestStatus, paymentStatus }: RefundState): MoneyDecision {
  return visaRequestStatus === "SUBMITTED" && paymentStatus === "REFUNDED" ? "CANCEL" : "KEEP";
}

/** What happened, and what a person has to decide. */
export function taskText(facts: TaskFacts): string {
  return `${whatHappened(facts)} ${whatToDo(facts)}`;
}

function whatHappened({ kind, returnedThere, deducted, disputed }: TaskFacts): string {
  if (kind === "RETURNED_AT_GATEWAY")
    return `${inr(returnedThere)} was returned at Razorpay's own desk, not from here.`;
  const lost = deducted > 0 ? [`A bank took back ${inr(deducted)} after a dispute.`] : [];
  const open =
    disputed > 0
      ? [`The payer disputes ${inr(disputed)} at their bank: answer it in Razorpay's dashboard.`]
      : [];
  return [...lost, ...open].join(" ");
}

function whatToDo({ request, cameIn, kept }: TaskFacts): string {
  if (kept < 0) return `${inr(-kept)} more went back than was paid: claim it from Razorpay.`;
  if (decisionFor(request) === "CANCEL") return "All of the money is back: cancel the application.";
  if (request.visaRequestStatus === "CANCELLED") return "The application is cancelled already.";
  if (kept === 0) return "All of the money is back: decide whether the application still goes on.";
  return `${inr(kept)} of ${inr(cameIn)} is ours: decide whether the application goes on, or refund the rest.`;
}

function inr(paise: number): string {
  return formatInr(paise / 100);
}

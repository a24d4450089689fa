/** Reads a webhook's body, of which only the event type and the ids are used. Pure. */
import { z } from "zod";

/** Maximum size of a webhook's body, in bytes. */
export const maxWebhookBytes = 1024 * 1024;

/** The event types that are processed. */
const known = new Set([
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "order.paid",
  "refund.created",
  "refund.processed",
  "refund.failed",
  "payment.dispute.created",
  "payment.dispute.under_review",
  "payment.dispute.action_required",
  "payment.dispute.won",
  "payment.dispute.lost",
  "payment.dispute.closed",
]);

const entity = (prefix: string) =>
  z
    .object({ entity: z.object({ id: z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`)) }) })
    .optional()
    .catch(undefined);

const body = z.object({
  event: z.string().max(100),
  payload: z
    .object({
      order: entity("order"),
      payment: entity("pay"),
      refund: entity("rfnd"),
      dispute: entity("disp"),
    })
    .catch({ order: undefined, payment: undefined, refund: undefined, dispute: undefined }),
});

export interface WebhookNotice {
  eventType: string;
  razorpayOrderId: string | null;
  razorpayPaymentId: string | null;
  razorpayRefundId: string | null;
  razorpayDisputeId: string | null;
  /** True if we process its event type and it contains an id. */
  concernsUs: boolean;
}

/** Reads a body; undefined if it is not an event. Ignores amounts and states. */
export function readNotice(text: string): WebhookNotice | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = body.safeParse(json);
  if (!data) return undefined;
  const { order, payment, refund, dispute } = data.payload;
  const ids = {
    razorpayOrderId: order?.entity.id ?? null,
    razorpayPaymentId: payment?.entity.id ?? null,
    razorpayRefundId: refund?.entity.id ?? null,
    razorpayDisputeId: dispute?.entity.id ?? null,
  };
  const isAboutOne = Object.values(ids).some((id) => id !== null);
  return { eventType: data.event, ...ids, concernsUs: known.has(data.event) && isAboutOne };
}

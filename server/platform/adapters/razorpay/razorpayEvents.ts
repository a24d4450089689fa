/** Reads the event type and the ids of Razorpay's webhooks, and ignores the rest. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { GatewayEvent, WebhookRequest } from "../../../core/gatewayPort";
import { idPatterns } from "./razorpayEntities";

const signatureHeader = "X-Razorpay-Signature";
const eventIdHeader = "X-Razorpay-Event-Id";
/** Maximum length of an event id, above that of Razorpay's ids. A longer one counts as missing. */
const maxEventIdLength = 100;

export const webhookHeaders = {
  [signatureHeader]: z
    .string()
    .describe("Required. HMAC-SHA256 over the raw body with the webhook's secret, in hexadecimal."),
  [eventIdHeader]: z
    .string()
    .describe("Identifies the event. If absent, the hash of the body identifies it."),
};

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

/** Reads an entity's id; null if the event has none. */
const entityId = (pattern: RegExp) =>
  z
    .object({ entity: z.object({ id: z.string().regex(pattern) }) })
    .transform(({ entity }): string | null => entity.id)
    .catch(null);

const entityIds = z.object({
  order: entityId(idPatterns.order),
  payment: entityId(idPatterns.payment),
  refund: entityId(idPatterns.refund),
  dispute: entityId(idPatterns.dispute),
});

const eventBody = z.object({
  event: z.string().max(100),
  payload: entityIds.catch({ order: null, payment: null, refund: null, dispute: null }),
});

export function readSignature({ header }: WebhookRequest): string {
  return header(signatureHeader);
}

/** Returns the event in a body; undefined if it contains none. Ignores amounts and states. */
export function readEvent({ bytes, header }: WebhookRequest): GatewayEvent | undefined {
  const data = parseBody(bytes);
  if (!data) return undefined;
  const { event: type, payload } = data;
  const eventId = header(eventIdHeader);
  const isNamed = eventId !== "" && eventId.length <= maxEventIdLength;
  return {
    id: isNamed ? eventId : `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    type,
    orderId: payload.order,
    paymentId: payload.payment,
    refundId: payload.refund,
    disputeId: payload.dispute,
    concernsUs: known.has(type) && Object.values(payload).some((id) => id !== null),
  };
}

function parseBody(bytes: Buffer) {
  try {
    return eventBody.safeParse(JSON.parse(bytes.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

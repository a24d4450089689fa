import { z } from "zod";
import { okStatus } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import type { Services } from "../../../app/services";
import { maxWebhookBytes } from "./webhook.rules";

const megabytes = `${maxWebhookBytes / 1024 / 1024} MB`;
const signature = "X-Razorpay-Signature";
const eventId = "X-Razorpay-Event-Id";

export function webhookRoutes({ webhooks }: Services): RestRoute[] {
  return [
    restRoute({
      method: "POST",
      url: "/api/payment/webhook",
      isOpen: true,
      operationId: "receiveWebhook",
      summary: "Razorpay's webhook",
      description:
        "For Razorpay alone: reports that something happened to a payment, an order, a refund or a dispute. It is acknowledged as soon " +
        "as it is stored, and processed afterwards; the same event again is acknowledged likewise and does nothing. Amounts " +
        "and states in it are not believed: Razorpay is asked.",
      place: "body",
      parameters: {},
      takesRaw: {
        maxBytes: maxWebhookBytes,
        description: `The event as Razorpay wrote it, byte for byte; ${megabytes} at most.`,
        headers: {
          [signature]: z
            .string()
            .describe("Mandatory. HMAC-SHA256 over the raw body with the webhook's secret, in hexadecimal."),
          [eventId]: z.string().describe("Names the event; without it the body's hash does."),
        },
      },
      response: z.object({ statusCode: okStatus }),
      errorResponses: {
        401: "The signature is missing or not right. Nothing is stored.",
        413: `The body is larger than ${megabytes}.`,
        503: "It cannot be stored right now; Razorpay sends it again.",
      },
      handle: async ({ raw: { bytes, header } }) => {
        await webhooks.receive(bytes, { signature: header(signature), eventId: header(eventId) });
        return {};
      },
    }),
  ];
}

import { z } from "zod";
import { okStatus } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import { maxWebhookBytes } from "./webhook.rules";
import type { WebhookService } from "./webhook.service";

const megabytes = `${maxWebhookBytes / 1024 / 1024} MB`;
const signature = "X-Razorpay-Signature";
const eventId = "X-Razorpay-Event-Id";

export function webhookRoutes({ webhooks }: { webhooks: WebhookService }): RestRoute[] {
  return [
    restRoute({
      method: "POST",
      url: "/api/payment/webhook",
      isOpen: true,
      operationId: "receiveWebhook",
      summary: "Razorpay's webhook",
      description:
        "For Razorpay only: reports an event on a payment, order, refund or dispute. The event is acknowledged once it is " +
        "stored, and processed afterwards. A repeated event is acknowledged and ignored. Amounts and statuses in the body " +
        "are not trusted; the server reads them from Razorpay.",
      place: "body",
      parameters: {},
      takesRaw: {
        maxBytes: maxWebhookBytes,
        description: `The event, byte for byte as Razorpay sent it; at most ${megabytes}.`,
        headers: {
          [signature]: z
            .string()
            .describe("Required. HMAC-SHA256 over the raw body with the webhook's secret, in hexadecimal."),
          [eventId]: z
            .string()
            .describe("Identifies the event. If absent, the hash of the body identifies it."),
        },
      },
      response: z.object({ statusCode: okStatus }),
      errorResponses: {
        401: "The signature is missing or wrong. Nothing is stored.",
        413: `The body is larger than ${megabytes}.`,
        503: "The event cannot be stored at the moment; Razorpay retries it.",
      },
      handle: async ({ raw: { bytes, header } }) => {
        await webhooks.receive(bytes, { signature: header(signature), eventId: header(eventId) });
        return {};
      },
    }),
  ];
}

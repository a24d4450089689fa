import { z } from "zod";
import { okStatus } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import type { WebhookService } from "./webhook.service";

const maxMegabytes = 1;
const megabytes = `${maxMegabytes} MB`;

export function webhookRoutes(
  { webhooks }: { webhooks: WebhookService },
  headers: Readonly<Record<string, z.ZodType>>,
): RestRoute[] {
  return [
    restRoute({
      method: "POST",
      url: "/api/payment/webhook",
      action: "receiveWebhook",
      operationId: "receiveWebhook",
      summary: "Razorpay's webhook",
      description:
        "For Razorpay only: reports an event on a payment, order, refund or dispute. The event is acknowledged once it is " +
        "stored, and processed afterwards. A repeated event is acknowledged and ignored. Amounts and statuses in the body " +
        "are not trusted; the server reads them from Razorpay.",
      place: "body",
      parameters: {},
      takesRaw: {
        maxBytes: maxMegabytes * 1024 * 1024,
        description: `The event, byte for byte as Razorpay sent it; at most ${megabytes}.`,
        headers,
      },
      response: z.object({ statusCode: okStatus }),
      errorResponses: {
        401: "The signature is missing or wrong. Nothing is stored.",
        413: `The body is larger than ${megabytes}.`,
        503: "The event cannot be stored at the moment; Razorpay retries it.",
      },
      handle: async ({ raw }) => {
        await webhooks.receive(raw);
        return {};
      },
    }),
  ];
}

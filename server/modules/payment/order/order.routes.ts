import { z } from "zod";
import { DomainError } from "../../../core/errors";
import { absent, okStatus } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import type { Services } from "../../../app/services";

const amount = z
  .number("must be a number")
  .min(0)
  .describe("The total in rupees; rounded. Mandatory without `visaRequestId`, and otherwise ignored.");

export function orderRoutes({ orders }: Services): RestRoute[] {
  return [
    restRoute({
      method: "POST",
      url: "/api/Payment/Process",
      operationId: "createPaymentOrder",
      summary: "Get an order to pay",
      description:
        "Gets a Razorpay order for a request with at least one traveller. Asked again while nothing changed, it " +
        "gives the same order; a traveller added or removed afterwards voids it. Without `visaRequestId` it is for " +
        "the caller's one open request with that rounded total. A travel date that has passed is refused with the " +
        "field `travelDate`; the GraphQL mutation `changeTravelDate` sets a later one.",
      place: "query",
      parameters: {
        Amount: amount.optional(),
        PayRequest: z.enum(["RAZORPAY"]).optional().describe("The way to pay; there is one."),
        visaRequestId: z.uuid().optional().describe("The request to pay for."),
      },
      response: z.object({
        statusCode: okStatus,
        response: z
          .object({
            amount: z.int().min(0).describe("What is to be paid, in paise, as Razorpay's checkout wants it."),
            id: z.string().describe("Razorpay's id of the order, `order_…`."),
            currency: z.literal("INR").describe("Always rupees."),
            razorpayKey: z.string().describe("The key that the checkout is opened with."),
            name: z.string().describe("The name that the checkout shows."),
          })
          .describe("What Razorpay's checkout is opened with."),
      }),
      errorResponses: {
        404: absent.request,
        409:
          "There is not exactly one open request with this total; or the request has no traveller, is paid, " +
          "or can no longer be paid for.",
        503: "The payment provider does not respond, or there are too many uploads at the moment.",
      },
      handle: async ({ viewer, parameters }) => {
        const payRequest = parameters.find("PayRequest") ?? "RAZORPAY";
        if (payRequest !== "RAZORPAY")
          throw new DomainError("INVALID", "PayRequest must be RAZORPAY", { field: "PayRequest" });
        const total = parameters.findNumber("Amount", amount);
        const visaRequestId =
          parameters.find("visaRequestId") ||
          (await orders.findOnlyRequestOf(viewer, total ?? Number(parameters.get("Amount"))));
        const order = await orders.createOrder(viewer, visaRequestId);
        const { orderId, currency, razorpayKey, name } = order;
        return { response: { amount: order.amount, id: orderId, currency, razorpayKey, name } };
      },
    }),
  ];
}

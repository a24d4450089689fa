import { z } from "zod";
import { DomainError } from "../../../core/errors";
import { absent, okStatus } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import type { OrderService } from "./order.service";

const amount = z
  .number("must be a number")
  .min(0)
  .describe("The total in rupees, rounded. Required without `visaRequestId`, otherwise ignored.");

export function orderRoutes({ orders }: { orders: OrderService }): RestRoute[] {
  return [
    restRoute({
      method: "POST",
      url: "/api/Payment/Process",
      action: "createPaymentOrder",
      operationId: "createPaymentOrder",
      summary: "Create a payment order",
      description:
        "Creates a Razorpay order for an application with at least one applicant. A repeated call returns the same " +
        "order if nothing changed; adding or removing an applicant afterwards voids the order. Without `visaRequestId`, the " +
        "order is for the caller's only unpaid application with that rounded total. A travel date that has passed is " +
        "rejected with the field `travelDate`; the GraphQL mutation `changeTravelDate` sets a later one.",
      place: "query",
      parameters: {
        Amount: amount.optional(),
        PayRequest: z.enum(["RAZORPAY"]).optional().describe("The payment method; only one is available."),
        visaRequestId: z.uuid().optional().describe("The application to pay for."),
      },
      response: z.object({
        statusCode: okStatus,
        response: z
          .object({
            amount: z.int().min(0).describe("The amount to pay, in paise, as Razorpay's checkout requires."),
            id: z.string().describe("Razorpay's order id, `order_…`."),
            currency: z.literal("INR").describe("Always rupees."),
            razorpayKey: z.string().describe("The public key for the checkout."),
            name: z.string().describe("The name shown in the checkout."),
          })
          .describe("The options of Razorpay's checkout."),
      }),
      errorResponses: {
        404: absent.request,
        409:
          "There is not exactly one unpaid application with this total; or the application has no applicant, is already " +
          "paid, or can no longer be paid for.",
        503: "The payment provider does not respond, or too many uploads are in progress.",
      },
      handle: async ({ caller, parameters }) => {
        const payRequest = parameters.find("PayRequest") ?? "RAZORPAY";
        if (payRequest !== "RAZORPAY")
          throw new DomainError("INVALID", "PayRequest must be RAZORPAY", { field: "PayRequest" });
        const total = parameters.findNumber("Amount", amount);
        const visaRequestId =
          parameters.findId("visaRequestId") ||
          (await orders.getOnlyOpenRequestId(caller, total ?? Number(parameters.get("Amount"))));
        const order = await orders.createOrder(caller, visaRequestId);
        const { orderId, currency, razorpayKey, name } = order;
        return { response: { amount: order.amount, id: orderId, currency, razorpayKey, name } };
      },
    }),
  ];
}

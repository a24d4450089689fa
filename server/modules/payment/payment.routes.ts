import { DomainError } from "../../errors";
import type { RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";

export function paymentRoutes({ payments }: Services): RestRoute[] {
  return [
    {
      method: "POST",
      url: "/api/Payment/Process",
      handle: async ({ viewer, parameters }) => {
        const payRequest = parameters.find("PayRequest") ?? "RAZORPAY";
        if (payRequest !== "RAZORPAY")
          throw new DomainError("INVALID", "PayRequest must be RAZORPAY", { field: "PayRequest" });
        const visaRequestId =
          parameters.find("visaRequestId") ||
          (await payments.findOnlyRequestOf(viewer, Number(parameters.get("Amount"))));
        const { orderId, amount, currency, razorpayKey, name } = await payments.createOrder(
          viewer,
          visaRequestId,
        );
        return { response: { amount, id: orderId, currency, razorpayKey, name } };
      },
    },
  ];
}

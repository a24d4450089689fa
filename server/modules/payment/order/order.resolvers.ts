import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";

export const paymentMutations: Pick<ResolversOf<"Mutation">, "createPaymentOrder" | "confirmPayment"> = {
  createPaymentOrder: (_root, { input }, { services, viewer }) =>
    toPayload("order", () => services.payments.createOrder(viewer, input.visaRequestId)),
  confirmPayment: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () =>
      services.payments.confirm(viewer, {
        visaRequestId: input.visaRequestId,
        orderId: input.razorpayOrderId,
        paymentId: input.razorpayPaymentId,
        signature: input.razorpaySignature,
      }),
    ),
};

import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";

export const settlementMutations: Pick<ResolversOf<"Mutation">, "confirmPayment"> = {
  confirmPayment: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () =>
      services.confirmations.confirm(viewer, {
        visaRequestId: input.visaRequestId,
        orderId: input.razorpayOrderId,
        paymentId: input.razorpayPaymentId,
        signature: input.razorpaySignature,
      }),
    ),
};

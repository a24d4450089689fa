import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import type { ConfirmationService } from "./confirmation.service";

type Context = ResolverContext<{ confirmations: ConfirmationService }>;

export const settlementMutations: Pick<ResolversOf<"Mutation", Context>, "confirmPayment"> = {
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

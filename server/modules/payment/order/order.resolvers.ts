import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";

export const orderMutations: Pick<ResolversOf<"Mutation">, "createPaymentOrder"> = {
  createPaymentOrder: (_root, { input }, { services, viewer }) =>
    toPayload("order", () => services.orders.createOrder(viewer, input.visaRequestId)),
};

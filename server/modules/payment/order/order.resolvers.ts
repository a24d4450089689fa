import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import type { OrderService } from "./order.service";

type Context = ResolverContext<{ orders: OrderService }>;

export const orderMutations: Pick<ResolversOf<"Mutation", Context>, "createPaymentOrder"> = {
  createPaymentOrder: (_root, { input }, { services, viewer }) =>
    toPayload("order", () => services.orders.createOrder(viewer, input.visaRequestId)),
};

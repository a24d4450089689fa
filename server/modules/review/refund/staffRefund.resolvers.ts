import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";

export const staffRefundQueries: Pick<ResolversOf<"Query">, "staffRefundOffers"> = {
  staffRefundOffers: (_root, { visaRequestId }, { services, viewer }) =>
    services.staffRefunds.listOffers(viewer, visaRequestId),
};

export const staffRefundMutations: Pick<ResolversOf<"Mutation">, "staffRefund"> = {
  staffRefund: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.staffRefunds.refund(viewer, input)),
};

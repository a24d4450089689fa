import { toPayload } from "../../../graphql/payload";
import type { ResolversOf } from "../../../graphql/completeResolvers";
import { refundOffer, refundProgress } from "./refundOffers.rules";

export const refundQueries: Pick<ResolversOf<"Query">, "staffRefundOffers"> = {
  staffRefundOffers: (_root, { visaRequestId }, { services, viewer }) =>
    services.staffRefunds.listOffers(viewer, visaRequestId),
};

export const refundMutations: Pick<ResolversOf<"Mutation">, "staffRefund" | "withdrawVisaRequest"> = {
  staffRefund: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.staffRefunds.refund(viewer, input)),
  withdrawVisaRequest: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.refundDecisions.withdraw(viewer, input)),
};

/** What a visa request tells of its money. */
export const moneyFields: Pick<ResolversOf<"VisaRequest">, "receipt" | "refund" | "refundOffer"> = {
  refundOffer: async (request, _args, { loaders }) =>
    refundOffer(request, await loaders.moneyOfRequest.load(request.visaRequestId)) ?? null,
  refund: async ({ visaRequestId }, _args, { loaders }) =>
    refundProgress(await loaders.moneyOfRequest.load(visaRequestId)) ?? null,
  receipt: async (request, _args, { loaders, services, viewer }) => {
    const money = await loaders.moneyOfRequest.load(request.visaRequestId);
    return services.receipts.find(viewer, request, money) ?? null;
  },
};

import { toPayload } from "../../graphql/payload";
import type { ResolversOf } from "../../graphql/completeResolvers";
import { refundOffer, refundProgress } from "./refundOffers.rules";

export const refundMutations: Pick<ResolversOf<"Mutation">, "withdrawVisaRequest"> = {
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

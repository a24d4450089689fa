import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";
import { refundOffer, refundProgress } from "./refundOffers.rules";

export const refundMutations: Pick<ResolversOf<"Mutation">, "withdrawVisaRequest"> = {
  withdrawVisaRequest: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.refundDecisions.withdraw(viewer, input)),
};

export const requestRefundFields: Pick<ResolversOf<"VisaRequest">, "refund" | "refundOffer"> = {
  refundOffer: async (request, _args, { loaders }) =>
    refundOffer(request, await loaders.ledgerOfRequest.load(request.visaRequestId)) ?? null,
  refund: async ({ visaRequestId }, _args, { loaders }) =>
    refundProgress(await loaders.ledgerOfRequest.load(visaRequestId)) ?? null,
};

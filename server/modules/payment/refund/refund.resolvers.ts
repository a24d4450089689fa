import DataLoader from "dataloader";
import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import { refundOffer, refundProgress } from "./refundOffers.rules";
import type { RequestLedger } from "./ledger.reads";
import type { RefundDecisionService } from "./refundDecision.service";

type Context = ResolverContext<{ refundDecisions: RefundDecisionService }, RefundLoaders>;

export const refundMutations: Pick<ResolversOf<"Mutation", Context>, "withdrawVisaRequest"> = {
  withdrawVisaRequest: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.refundDecisions.withdraw(viewer, input)),
};

export const requestRefundFields: Pick<ResolversOf<"VisaRequest", Context>, "refund" | "refundOffer"> = {
  refundOffer: async (request, _args, { loaders }) =>
    refundOffer(request, await loaders.ledgerOfRequest.load(request.visaRequestId)) ?? null,
  refund: async ({ visaRequestId }, _args, { loaders }) =>
    refundProgress(await loaders.ledgerOfRequest.load(visaRequestId)) ?? null,
};

/** Loaders of payments and refunds. */
export function refundLoaders({ refundDecisions }: { refundDecisions: RefundDecisionService }) {
  return {
    ledgerOfRequest: new DataLoader<string, RequestLedger>(async (requestIds) => {
      const ledger = await refundDecisions.findLedgers(requestIds);
      return requestIds.map((requestId) => ledger.get(requestId)!);
    }),
  };
}
export type RefundLoaders = ReturnType<typeof refundLoaders>;

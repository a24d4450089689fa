import type { ResolverContext, ResolversOf } from "../../completeResolvers";
import type { ReceiptService } from "./receipt.service";
import type { RefundLoaders } from "../refund/refund.resolvers";

type Context = ResolverContext<{ receipts: ReceiptService }, RefundLoaders>;

export const requestReceiptFields: Pick<ResolversOf<"VisaRequest", Context>, "receipt"> = {
  receipt: async (request, _args, { loaders, services, viewer }) => {
    const ledger = await loaders.ledgerOfRequest.load(request.visaRequestId);
    return services.receipts.find(viewer, request, ledger) ?? null;
  },
};

import type { ResolversOf } from "../../completeResolvers";

export const requestReceiptFields: Pick<ResolversOf<"VisaRequest">, "receipt"> = {
  receipt: async (request, _args, { loaders, services, viewer }) => {
    const ledger = await loaders.ledgerOfRequest.load(request.visaRequestId);
    return services.receipts.find(viewer, request, ledger) ?? null;
  },
};

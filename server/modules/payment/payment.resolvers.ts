import DataLoader from "dataloader";
import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { OrderService } from "./order/order.service";
import type { ReceiptService } from "./receipt/receipt.service";
import type { RefundDecisionService } from "./refund/refundDecision.service";
import { refundOffer, refundProgress, type Ledger } from "./refund/refundOffers.rules";
import type { ConfirmationService } from "./settlement/confirmation.service";

type Context = ResolverContext<
  {
    confirmations: ConfirmationService;
    orders: OrderService;
    receipts: ReceiptService;
    refundDecisions: RefundDecisionService;
  },
  PaymentLoaders
>;

export const paymentResolvers = {
  Mutation: {
    createPaymentOrder: (_root, { input }, { services, caller }) =>
      toPayload("order", () => services.orders.createOrder(caller, input.visaRequestId)),
    confirmPayment: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () =>
        services.confirmations.confirm(caller, {
          visaRequestId: input.visaRequestId,
          orderId: input.razorpayOrderId,
          paymentId: input.razorpayPaymentId,
          signature: input.razorpaySignature,
        }),
      ),
    withdrawVisaRequest: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () => services.refundDecisions.withdraw(caller, input)),
  },
  VisaRequest: {
    receipt: async (request, _args, { loaders, services, caller }) => {
      const ledger = await loaders.ledgerOfRequest.load(request.visaRequestId);
      return services.receipts.find(caller, request, ledger) ?? null;
    },
    refundOffer: async (request, _args, { loaders }) =>
      refundOffer(request, await loaders.ledgerOfRequest.load(request.visaRequestId)) ?? null,
    refund: async ({ visaRequestId }, _args, { loaders }) =>
      refundProgress(await loaders.ledgerOfRequest.load(visaRequestId)) ?? null,
  },
} satisfies PartialResolvers<Context>;

export function paymentLoaders({ refundDecisions }: { refundDecisions: RefundDecisionService }) {
  return {
    ledgerOfRequest: new DataLoader<string, Ledger>((requestIds) => refundDecisions.findLedgers(requestIds)),
  };
}
export type PaymentLoaders = ReturnType<typeof paymentLoaders>;

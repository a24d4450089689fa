import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import { reasonOffers, refundProgress } from "../../payment/refund/refundOffers.rules";
import { toStaffPayments } from "../case/case.view";
import type { PaymentLoaders } from "../../payment/payment.resolvers";
import type { MoneyTaskService } from "./moneyTask.service";
import type { StaffRefundService } from "./staffRefund.service";

type Context = ResolverContext<
  { moneyTasks: MoneyTaskService; staffRefunds: StaffRefundService },
  PaymentLoaders
>;

export const staffRefundResolvers = {
  Query: {
    staffRefundOffers: (_root, { visaRequestId }, { services, caller }) =>
      services.staffRefunds.listOffers(caller, visaRequestId),
  },
  StaffCase: {
    canRefund: async ({ request }, _args, { loaders }) => {
      const ledger = await loaders.ledgerOfRequest.load(request.visaRequestId);
      return reasonOffers(request, ledger).some(({ amount }) => amount > 0);
    },
    refundedAtGateway: async ({ request }, _args, { loaders }) =>
      refundProgress(await loaders.ledgerOfRequest.load(request.visaRequestId))?.amountAtGateway ?? null,
    payments: async ({ request }, _args, { loaders }) =>
      toStaffPayments(await loaders.ledgerOfRequest.load(request.visaRequestId)),
    moneyTasks: (view, _args, { services }) => services.moneyTasks.listOpen(view),
  },
  Mutation: {
    staffCloseMoneyTask: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.moneyTasks.close(caller, input)),
    staffRefund: (_root, { input }, { services, caller }) =>
      toPayload("staffCase", () => services.staffRefunds.refund(caller, input)),
  },
} satisfies PartialResolvers<Context>;

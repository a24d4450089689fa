import { toPayload } from "../../../platform/graphql/payload";
import type { ResolversOf } from "../../completeResolvers";
import type { Loaders } from "../../../app/graphql/loaders";
import { whereaboutsOf, type Whereabouts } from "../../payment/refund/returnedMoney.rules";
import type { StaffPaymentView } from "../case/case.view";

export const staffRefundQueries: Pick<ResolversOf<"Query">, "staffRefundOffers"> = {
  staffRefundOffers: (_root, { visaRequestId }, { services, viewer }) =>
    services.staffRefunds.listOffers(viewer, visaRequestId),
};

export const staffMoneyTypes: {
  StaffCase: Pick<ResolversOf<"StaffCase">, "moneyTasks">;
  StaffPayment: ResolversOf<"StaffPayment">;
} = {
  StaffCase: { moneyTasks: (view, _args, { services }) => services.moneyTasks.listOpen(view) },
  StaffPayment: {
    returnedPaise: async (payment, _args, { loaders }) => (await findWhereabouts(payment, loaders)).returned,
    duePaise: async (payment, _args, { loaders }) => (await findWhereabouts(payment, loaders)).due,
    keptPaise: async (payment, _args, { loaders }) => (await findWhereabouts(payment, loaders)).kept,
  },
};

async function findWhereabouts(
  { razorpayPaymentId, visaRequestId }: StaffPaymentView,
  loaders: Loaders,
): Promise<Whereabouts> {
  const { payments, refunds } = await loaders.ledgerOfRequest.load(visaRequestId);
  const isOfIt = (row: { razorpayPaymentId: string }) => row.razorpayPaymentId === razorpayPaymentId;
  return whereaboutsOf(payments.find(isOfIt)!, refunds.filter(isOfIt));
}

export const staffRefundMutations: Pick<ResolversOf<"Mutation">, "staffRefund" | "staffCloseMoneyTask"> = {
  staffCloseMoneyTask: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.moneyTasks.close(viewer, input)),
  staffRefund: (_root, { input }, { services, viewer }) =>
    toPayload("staffCase", () => services.staffRefunds.refund(viewer, input)),
};

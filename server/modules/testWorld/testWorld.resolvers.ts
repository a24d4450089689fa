import { toPayload, toUserErrors } from "../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { TestOutcomeService } from "./testOutcome.service";
import type { TestPartnerService } from "./testPartner.service";
import type { TestPaymentService } from "./testPayment.service";

type Context = ResolverContext<{
  testOutcomes: TestOutcomeService;
  testPartners: TestPartnerService;
  testPayments: TestPaymentService;
}>;

export const testWorldMutations: Pick<
  ResolversOf<"Mutation", Context>,
  "createTestPartner" | "enterTestWorld" | "testPay" | "testDecide" | "testOutage"
> = {
  createTestPartner: async (_root, { input }, { services, caller }) => {
    try {
      return { ...(await services.testPartners.create(caller, input)), userErrors: [] };
    } catch (error) {
      return { partner: null, key: null, secret: null, userErrors: toUserErrors(error) };
    }
  },
  enterTestWorld: async (_root, _args, { services, caller }) => {
    try {
      return { ...(await services.testPartners.enter(caller)), userErrors: [] };
    } catch (error) {
      return { token: null, expiration: null, userErrors: toUserErrors(error) };
    }
  },
  testPay: (_root, args, { services, caller }) =>
    toPayload("visaRequest", () => services.testPayments.pay(caller, args)),
  testDecide: (_root, args, { services, caller }) =>
    toPayload("visaApplicant", () => services.testOutcomes.decide(caller, args)),
  testOutage: (_root, { seconds }, { services, caller }) =>
    toPayload("until", () => services.testPayments.breakProvider(caller, seconds)),
};

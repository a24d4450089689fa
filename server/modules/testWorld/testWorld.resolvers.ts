import { spreadPayload, toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { TestOutcomeService } from "./testOutcome.service";
import type { TestPartnerService } from "./testPartner.service";
import type { TestPaymentService } from "./testPayment.service";

type Context = ResolverContext<{
  testOutcomes: TestOutcomeService;
  testPartners: TestPartnerService;
  testPayments: TestPaymentService;
}>;

export const testWorldResolvers = {
  Mutation: {
    createTestPartner: (_root, { input }, { services, caller }) =>
      spreadPayload(() => services.testPartners.create(caller, input)),
    enterTestWorld: (_root, _args, { services, caller }) =>
      spreadPayload(() => services.testPartners.enter(caller)),
    testPay: (_root, args, { services, caller }) =>
      toPayload("visaRequest", () => services.testPayments.pay(caller, args)),
    testDecide: (_root, args, { services, caller }) =>
      toPayload("visaApplicant", () => services.testOutcomes.decide(caller, args)),
    testOutage: (_root, { seconds }, { services, caller }) =>
      toPayload("until", () => services.testPayments.breakProvider(caller, seconds)),
  },
} satisfies PartialResolvers<Context>;

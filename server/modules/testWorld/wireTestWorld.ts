import type { DepsOf } from "../../platform/adapters/Platform";
import { TestOutcomeService } from "./testOutcome.service";
import { TestPartnerService } from "./testPartner.service";
import { TestPaymentService } from "./testPayment.service";

type Deps = DepsOf<typeof TestOutcomeService | typeof TestPartnerService | typeof TestPaymentService>;

export function wireTestWorld(earlier: Deps) {
  return {
    testOutcomes: new TestOutcomeService(earlier),
    testPartners: new TestPartnerService(earlier),
    testPayments: new TestPaymentService(earlier),
  };
}

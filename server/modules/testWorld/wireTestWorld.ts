import { TestOutcomeService } from "./testOutcome.service";
import { TestPartnerService } from "./testPartner.service";
import { TestPaymentService } from "./testPayment.service";

type DepsOf<Service extends new (deps: never) => unknown> = ConstructorParameters<Service>[0];

export function wireTestWorld(
  earlier: DepsOf<typeof TestOutcomeService> &
    DepsOf<typeof TestPartnerService> &
    DepsOf<typeof TestPaymentService>,
) {
  return {
    testOutcomes: new TestOutcomeService(earlier),
    testPartners: new TestPartnerService(earlier),
    testPayments: new TestPaymentService(earlier),
  };
}

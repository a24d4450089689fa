import { applicantLoaders } from "../../modules/applicant/applicant.resolvers";
import { catalogueAdminLoaders } from "../../modules/catalogue/catalogueAdmin.resolvers";
import { partnerLoaders } from "../../modules/partner/partner.resolvers";
import { paymentLoaders } from "../../modules/payment/payment.resolvers";
import { approvalLoaders } from "../../modules/review/approval/approval.resolvers";
import { caseLoaders } from "../../modules/review/case/case.resolvers";
import { correctionLoaders } from "../../modules/review/correction/correction.resolvers";
import { documentReviewLoaders } from "../../modules/review/document/documentReview.resolvers";
import { staffLoaders } from "../../modules/staff/staff.resolvers";
import { visaRequestLoaders } from "../../modules/visaRequest/visaRequest.resolvers";
import type { Services } from "../services";

const makers = [
  catalogueAdminLoaders,
  partnerLoaders,
  visaRequestLoaders,
  applicantLoaders,
  paymentLoaders,
  staffLoaders,
  caseLoaders,
  correctionLoaders,
  documentReviewLoaders,
  approvalLoaders,
] as const;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
export type Loaders = Intersection<ReturnType<(typeof makers)[number]>>;

/** Makes the loaders of a noun on first use, because an operation uses few, and making all takes 18 µs. */
class LazyLoaders {
  constructor(readonly services: Services) {}
}
for (const make of makers)
  for (const name of Object.keys(make({} as Services)))
    Object.defineProperty(LazyLoaders.prototype, name, {
      get(this: LazyLoaders & Record<string, unknown>) {
        for (const [own, value] of Object.entries(make(this.services)))
          Object.defineProperty(this, own, { value });
        return this[name];
      },
    });

/** Makes the loaders for an operation, or for one of its mutations. They batch the queries for all items of a list. */
export const makeLoaders = (services: Services) => new LazyLoaders(services) as unknown as Loaders;

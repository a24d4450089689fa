import { applicantLoaders } from "../../modules/applicant/applicant.resolvers";
import { catalogueAdminLoaders } from "../../modules/catalogue/catalogueAdmin.resolvers";
import { paymentLoaders } from "../../modules/payment/payment.resolvers";
import { approvalLoaders } from "../../modules/review/approval/approval.resolvers";
import { caseLoaders } from "../../modules/review/case/case.resolvers";
import { correctionLoaders } from "../../modules/review/correction/correction.resolvers";
import { documentReviewLoaders } from "../../modules/review/document/documentReview.resolvers";
import { staffLoaders } from "../../modules/staff/staff.resolvers";
import { visaRequestLoaders } from "../../modules/visaRequest/visaRequest.resolvers";
import type { Services } from "../services";

export type Loaders = ReturnType<typeof makeLoaders>;

/** Created per operation: they batch the queries for all items of a list. */
export const makeLoaders = (services: Services) => ({
  ...catalogueAdminLoaders(services),
  ...visaRequestLoaders(services),
  ...applicantLoaders(services),
  ...paymentLoaders(services),
  ...staffLoaders(services),
  ...caseLoaders(services),
  ...correctionLoaders(services),
  ...documentReviewLoaders(services),
  ...approvalLoaders(services),
});

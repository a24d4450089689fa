import { accountMutations } from "../modules/account/account.resolvers";
import {
  applicantMutations,
  applicantTypes,
  correctionMutations,
} from "../modules/applicant/applicant.resolvers";
import { authMutations } from "../modules/auth/auth.resolvers";
import { catalogueQueries, catalogueTypes } from "../modules/catalogue/catalogue.resolvers";
import {
  catalogueCareMutations,
  catalogueCareQueries,
  catalogueCareTypes,
} from "../modules/catalogue/catalogueAdmin.resolvers";
import {
  messageMutations,
  messageQueries,
  messageTypes,
} from "../modules/notification/deadMessage.resolvers";
import { paymentMutations } from "../modules/payment/order/order.resolvers";
import { refundMutations, refundQueries } from "../modules/payment/refund/refund.resolvers";
import { deskMutations, deskQueries, deskTypes } from "../modules/review/case/case.resolvers";
import { reviewMutations, reviewTypes } from "../modules/review/document/documentReview.resolvers";
import { staffQueries } from "../modules/staff/staff.resolvers";
import { userMutations, userQueries, userTypes } from "../modules/user/user.resolvers";
import {
  visaRequestMutations,
  visaRequestQueries,
  visaRequestTypes,
} from "../modules/visaRequest/visaRequest.resolvers";
import type { CompleteResolvers } from "./completeResolvers";
import { scalars } from "./scalars";

/** All resolvers of all modules. */
export const resolvers: CompleteResolvers = {
  ...scalars,
  ...applicantTypes,
  ...catalogueTypes,
  ...deskTypes,
  ...reviewTypes,
  ...catalogueCareTypes,
  ...messageTypes,
  ...userTypes,
  ...visaRequestTypes,
  Query: {
    siteInfo: (_root, _args, { services }) => services.siteInfo,
    ...catalogueQueries,
    ...deskQueries,
    ...messageQueries,
    ...refundQueries,
    ...catalogueCareQueries,
    ...staffQueries,
    ...userQueries,
    ...visaRequestQueries,
  },
  Mutation: {
    ...accountMutations,
    ...applicantMutations,
    ...authMutations,
    ...correctionMutations,
    ...deskMutations,
    ...messageMutations,
    ...catalogueCareMutations,
    ...paymentMutations,
    ...refundMutations,
    ...reviewMutations,
    ...userMutations,
    ...visaRequestMutations,
  },
};
